/** Every screen of the console is accessible on a desktop and on a phone, in both schemes. */
import { fillProgramme, FIRST, openConsole, SCREENS } from "./support/console";
import { expectAccessible } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

test.describe("The console", { tag: "@hosted" }, () => {
  test("its threshold is accessible", async ({ page }) => {
    await page.goto("/console");
    await expect(page.getByText(/for the people who work here/)).toBeVisible();
    await expectAccessible(page);
  });

  test("its screens are accessible", async ({ page, server }) => {
    test.slow();
    await fillProgramme(server);
    await openConsole(page, server);
    for (const screen of SCREENS) {
      await test.step(screen, async () => {
        await page.goto(`/console/${screen}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expectAccessible(page);
      });
    }
  });

  test("a referral and what is asked about it are accessible", async ({ page, server }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
    await expectAccessible(page);
    for (const name of ["Move…", "Decline…"]) {
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Keyboard" }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await server.records.command(FIRST, { kind: "decline", reason: "no-answer" });
    await page.reload();
    await page.getByRole("button", { name: "Points…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Points").fill("20");
    await dialog.getByRole("button", { name: "Save points" }).click();
    await expect(dialog.getByText(/Tick this to make it Successful/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("link", { name: "What happened" }).click();
    await expect(page.getByRole("heading", { name: "Facts" })).toBeHidden();
    await expectAccessible(page);
  });
});
