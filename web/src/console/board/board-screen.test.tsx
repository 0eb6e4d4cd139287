/** What dropping a card on a closed stage asks for. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, referral, show } from "@/console/testing/fake-console";
import BoardScreen from "./board-screen";

const COORDINATOR: typeof OWNER = {
  ...OWNER,
  role: "member",
  staff: { id: "s3", name: "Meera", role: "coordinator", services: [], permissions: ["handle"] },
};

async function dropOnSuccessful(viewer: typeof OWNER) {
  fakeServer({
    "POST /referrals/search": ({ value }) => ({
      referrals: (value as { stage: string }).stage === "received" ? [referral("Joseph")] : [],
      next: null,
    }),
    "POST /referrals/counts": () => ({ stages: { received: 1 } }),
  });
  await show("/board", <BoardScreen viewer={viewer} />);
  const card = page.getByRole("listitem").filter({ hasText: "Joseph" });
  await userEvent.dragAndDrop(card, page.getByRole("region", { name: "Successful" }));
}

test("whoever may award points awards them", async () => {
  await dropOnSuccessful(OWNER);
  await expect.element(page.getByRole("dialog", { name: "Save points: Joseph" })).toBeVisible();
});

test("whoever may not award points asks somebody who may", async () => {
  await dropOnSuccessful(COORDINATOR);
  await expect
    .element(page.getByRole("dialog", { name: "Ask for an award: Joseph" }))
    .toBeVisible();
});
