/** The list of those with most points, from which staff take names off. */
import type { Leaderboard, Leaders, SessionView } from "@bindings";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AUDITOR, fakeServer, OWNER, PROGRAMME, show } from "@/console/testing/fake-console";
import RewardsScreen from "./rewards-screen";

const table = page.getByRole("table", { name: "Most points" });

/** Shows the list, which the settings show to these, and returns what was sent to take names off. */
async function shown(leaderboard: Leaderboard, viewer: SessionView = OWNER) {
  let leaders: Leaders["leaders"] = [
    { name: "Rude", points: 1_200, id: "a" },
    { name: "علي", points: 300, id: "b" },
  ];
  const off = vi.fn<(id: string) => void>();
  fakeServer({
    "GET /programme": () => ({
      ...PROGRAMME,
      settings: { ...PROGRAMME.settings, leaderboard },
    }),
    "GET /redemptions": () => ({ redemptions: [], next: null }),
    "GET /leaderboard": () => ({ quarter: "October to December 2026", leaders }),
    "DELETE /leaderboard/a": () => {
      off("a");
      leaders = leaders.filter(({ id }) => id !== "a");
      return new Response(null, { status: 204 });
    },
  });
  await show("/?tab=most", <RewardsScreen viewer={viewer} />);
  return off;
}

test("it has places, names and points, and a name is removed", async () => {
  const off = await shown("public");
  await expect.element(table.getByRole("row").nth(1)).toMatchTextContent(/^1Rude1,200/);
  await expect
    .element(page.getByText(/^October to December 2026\. Everybody reads it/))
    .toBeVisible();
  await userEvent.click(table.getByRole("button", { name: "Remove Rude" }));
  await expect.element(table.getByRole("row").nth(1)).toMatchTextContent(/^1علي300/);
  expect(off).toHaveBeenCalledExactlyOnceWith("a");
});

test("switched off, it says who can change that", async () => {
  await shown("off");
  await expect.element(page.getByText(/^The list is switched off\. An owner can/)).toBeVisible();
});

test("whoever may not award sees the requests instead", async () => {
  await shown("public", AUDITOR);
  await expect.element(page.getByText("Most points")).not.toBeInTheDocument();
  await expect.element(table).not.toBeInTheDocument();
});
