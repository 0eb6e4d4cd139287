/** Staff decide on several pairs of duplicates at once. */
import { openConsole } from "./support/console";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { KEYS, MEMBER, record } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const HOUR_MS = 3_600_000;

/** Three referrals of one person and two of another: three pairs, two of which share a referral. */
const PEOPLE = ["Meera Nair", "Meera Nair", "Meera Nair", "Yusuf Al-Kuwari", "Yusuf Al-Kuwari"];

test(
  "three pairs are confirmed at once, and undone at once",
  { tag: "@hosted" },
  async ({ page, server }) => {
    const now = Date.now();
    const referrals = PEOPLE.map((referredName, place) =>
      record({
        id: now - (PEOPLE.length - place) * HOUR_MS,
        referredName,
        referredPhone: referredName.startsWith("Meera") ? "97455551000" : "97455552000",
        referrerName: `Referrer ${place}`,
        referrerMobile: place === 0 ? MEMBER : `91984005432${place}`,
      }),
    );
    await server.records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
    await openConsole(page, server, "/duplicates");
    const pairs = page.getByRole("main").getByRole("list").getByRole("listitem");
    await page.getByLabel("Select all 3 shown").check();
    await expect(page.getByText("3 pairs selected")).toBeVisible();
    await expectAccessibleWideAndNarrow(page);
    await page.getByRole("button", { name: "Confirm selected" }).click();

    await test.step("what was done is said where the buttons were, and has the focus", async () => {
      await expect(page.getByText(/^Nothing to decide\./)).toBeVisible();
      await expect(page.locator("main :focus")).toContainText("3 changed.");
      await expectAccessibleWideAndNarrow(page);
    });
    await test.step("all of it is undone", async () => {
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect(page.getByText("3 undone.")).toBeVisible();
      await expect(pairs.filter({ hasText: "Meera Nair" })).toHaveCount(2);
      await expect(pairs.filter({ hasText: "Yusuf Al-Kuwari" })).toHaveCount(1);
    });
    await test.step("and the history of a referral has both", async () => {
      await pairs.filter({ hasText: "Yusuf Al-Kuwari" }).getByRole("link").first().click();
      await expect(page.getByText(/^Undone: /).first()).toBeVisible();
    });
  },
);
