import { expect, test } from "./support/test";

test("the scheme follows the system until one is chosen, which is remembered", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  expect(light).not.toBe(dark);

  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByLabel("Dark", { exact: true }).check({ force: true });
  expect(await background()).toBe(dark);
  await page.reload();
  expect(await background()).toBe(dark);
  await page.getByLabel("System", { exact: true }).check({ force: true });
  expect(await background()).toBe(light);
});

test("a scheme that is chosen before the script is there holds", async ({ page }) => {
  await page.route("**/assets/client-*.js", async (route) => {
    await page.getByLabel("Dark", { exact: true }).check({ force: true });
    await route.continue();
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(page.getByLabel("Dark", { exact: true })).toBeChecked();
});
