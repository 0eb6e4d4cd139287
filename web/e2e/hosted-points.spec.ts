/** Points: awarded by staff, read and printed by whoever has them. */
import { openConsole } from "./support/console";
import { BINU, KEYS, MEMBER, openReferral, record, referAsMember } from "./support/programme";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

const RULE = {
  id: "success",
  gives: 500,
  to: "referrer",
  holdDays: 90,
};

test.describe("Points", { tag: "@hosted" }, () => {
  test("that are awarded by the rulebook are on hold for their member, and owed in the report", async ({
    page,
    browser,
    server,
  }) => {
    await server.records.publish([RULE]);
    await referAsMember(page);
    const points = page.getByRole("region", { name: "Your points" });
    await expect(points).toContainText("You have no points yet.");

    const staff = await server.onAnotherDevice(browser);
    await openConsole(staff, server, "/referrals");
    await staff.getByRole("link", { name: BINU.name, exact: true }).click();
    await expect(staff.getByRole("heading", { name: BINU.name })).toBeVisible();
    await staff.keyboard.press("p");
    const dialog = staff.getByRole("dialog");
    await expect(dialog).toContainText("Rulebook 1 gives 500 points");
    await expect(dialog.getByLabel("Points")).toHaveValue("500");
    await staff.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);

    await page.reload();
    await expect(points.getByText("0 points available")).toBeVisible();
    await expect(points.getByRole("list", { name: /^On hold/ })).toContainText(/^500 until/);
    const line = points.getByRole("row", { name: /was successful/ });
    await expect(line).toContainText("Binu T. · Training was successful");
    await expect(line).toContainText("On hold until");
    await expect(points.getByRole("row", { name: /^All points/ })).toContainText("500");
    await expectAccessibleWideAndNarrow(page);

    await test.step("staff see the same of the referrer, and what is owed in all", async () => {
      await staff.goto("/console/referrers");
      await staff.getByRole("table").getByRole("link").first().click();
      await expect(staff.getByText("0 available, 500 on hold until")).toBeVisible();
      await staff.getByText("Statement", { exact: true }).click();
      await expect(staff.getByRole("cell", { name: /^Binu T\. · Training/ })).toBeVisible();
      await expectAccessibleWideAndNarrow(staff);
      await staff.goto("/console/reports");
      await expect(staff.getByText(/^500 points in all/)).toBeVisible();
      await expect(staff.getByRole("heading", { name: "Owed to whom" })).toBeVisible();
      await expectAccessibleWideAndNarrow(staff);
    });
    await staff.context().close();
  });

  test("twenty entries are printed on one page, in all schemes", async ({ page, server }) => {
    const now = Date.now();
    const names = Array.from({ length: 20 }, (_, place) => `Friend ${place + 1} of a Long Name`);
    const referrals = names.map((referredName, place) =>
      record({ id: now - (place + 1) * 60_000, referredName, referrerMobile: MEMBER }),
    );
    await server.records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
    for (const name of names) {
      await server.records.command(name, { kind: "points", points: "100" });
    }
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    const points = page.getByRole("region", { name: "Your points" });
    await expect(points.getByRole("row")).toHaveCount(22);
    // The dialog of the browser would wait for somebody.
    await page.evaluate(() => (window.print = () => undefined));
    for (const look of [
      { colorScheme: "light" },
      { colorScheme: "dark" },
      { forcedColors: "active" },
    ] as const) {
      await test.step(JSON.stringify(look), async () => {
        await page.emulateMedia({ ...look, media: "screen" });
        await points.getByRole("button", { name: "Print" }).click();
        await page.emulateMedia({ ...look, media: "print" });
        await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
        await expect(points.getByRole("row", { name: /^All points/ })).toBeVisible();
        const paper = await page.pdf({ format: "A4" });
        expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      });
    }
  });

  test("are explained by the rules that hold now, with and without script", async ({
    page,
    browser,
    server,
  }) => {
    await page.goto("/how-it-works");
    const office = page.getByText("Our office decides how many a referral earns");
    await expect(office).toBeVisible();
    await server.records.publish([RULE]);
    await page.reload();
    const rule = page.getByText("Every service: 500 points for the referrer");
    await expect(rule).toBeVisible();
    await expect(office).toBeHidden();
    await expectAccessibleWideAndNarrow(page);
    await test.step("the referral page says in short what a referral is worth", async () => {
      await page.goto("/referral");
      const gains = page.getByRole("region", { name: "What you get" });
      await expect(gains).toContainText("A successful referral earns you 500 points.");
      await page.goto("/how-it-works");
    });
    await test.step("they stay when React takes over", async () => {
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.getByRole("link", { name: "privacy notice" }).last().hover();
      await page.getByRole("link", { name: "privacy notice" }).last().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/privacy/i);
      await page.goBack();
      await expect(rule).toBeVisible();
      await expect(office).toBeHidden();
      expect(errors).toEqual([]);
    });
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.address });
    const without = await plain.newPage();
    await without.goto("/how-it-works");
    await expect(without.getByText("Every service: 500 points")).toBeVisible();
    await plain.close();
  });
});
