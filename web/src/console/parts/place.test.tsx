/** One's place in a list: coming back to it, and going on over its pages. */
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, inboxOf, OWNER, referral, show } from "@/console/testing/fake-console";
import InboxScreen from "@/console/inbox/inbox-screen";
import ReferralScreen from "@/console/referral/referral-screen";
import ReferralsScreen from "@/console/referrals/referrals-screen";

const NAMES = Array.from({ length: 60 }, (_, place) => `Person ${place + 1}`);
const ON_FIRST_PAGE = 50;

/** The two pages of a list. */
const pages = (isNext: boolean) => ({
  referrals: (isNext ? NAMES.slice(ON_FIRST_PAGE) : NAMES.slice(0, ON_FIRST_PAGE)).map((name) => ({
    ...referral(name),
  })),
  next: isNext ? null : "second",
});

function open(path: string) {
  const details = NAMES.map((name) => [
    `GET /referrals/${encodeURIComponent(`n${name}`)}`,
    () => ({
      referral: referral(name),
      submitted: referral(name).referral,
      timeline: [],
      possible: [],
    }),
  ]);
  fakeServer({
    "POST /referrals/search": ({ value }) => pages("after" in (value as object)),
    "POST /referrals/counts": () => ({ stages: { received: NAMES.length } }),
    "GET /inbox": ({ path: asked }) => {
      const { referrals, next } = pages(asked.includes("after="));
      return inboxOf(referrals, next);
    },
    ...Object.fromEntries(details),
  });
  return show(
    path,
    <Routes>
      <Route path="/inbox" element={<InboxScreen viewer={OWNER} />} />
      <Route path="/referrals" element={<ReferralsScreen viewer={OWNER} />} />
      <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
    </Routes>,
  );
}

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });

test("the table says how many there are, and one comes back to the row that was left", async () => {
  await open("/referrals");
  await expect.element(page.getByText("50 of 60 shown.")).toBeVisible();
  await userEvent.keyboard("j".repeat(45));
  await expect.element(link("Person 45")).toBeVisible();
  await userEvent.keyboard("o");
  await expect.element(heading("Person 45")).toBeVisible();
  await expect.element(page.getByText("45 of 60")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(heading("Person 46")).toBeVisible();
  await userEvent.keyboard("b");
  await expect.element(link("Person 46")).toHaveFocus();
  await userEvent.keyboard("j");
  await userEvent.keyboard("o");
  await expect.element(heading("Person 47")).toBeVisible();
});

test("j goes on over the pages of the list", async () => {
  await open("/inbox");
  await userEvent.click(link("Person 50"));
  await expect.element(heading("Person 50")).toBeVisible();
  await expect.element(page.getByText("50 of 50 and more")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(heading("Person 51")).toBeVisible();
  await expect.element(page.getByText("51 of 60")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Back to the list" }));
  await expect.element(link("Person 51")).toHaveFocus();
  await expect.element(link("Person 60")).toBeVisible();
});
