/** The pictures in the documentation are of the site as it is. */
import { beginAsCoordinator, DAY, fillDay } from "./support/coordinator";
import { fontsFetched, nothingFetched } from "./support/pages";
import { expectPicture } from "./support/pictures";
import { expect, hostedTest, test } from "./support/test";
import { middleOf } from "./support/thumb";

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const STILL = { colorScheme: "light", reducedMotion: "reduce" } as const;

test("the README shows the home page", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.emulateMedia(STILL);
  await page.goto("/");
  await fontsFetched(page);
  await expectPicture(page, "home-page");
});

hostedTest.describe("The guide for staff", { tag: "@hosted" }, () => {
  hostedTest.use({ timezoneId: whereItIsNine() });

  hostedTest("shows the console", async ({ page, server }) => {
    await page.setViewportSize(DESK);
    await page.emulateMedia(STILL);
    const own = await beginAsCoordinator(page, server);
    await fillDay(server, own, DAY);
    const show = async (screen: string, name: string) => {
      await page.goto(`/console${screen}`);
      await page.getByRole("link", { name, exact: true }).click({ trial: true });
    };

    await hostedTest.step("the inbox", async () => {
      await show("/inbox?section=today", "Meera Nair");
      await nothingFetched(page);
      await expectPicture(page, "inbox");
    });

    await hostedTest.step("a referral beside the list", async () => {
      await show("/referrals", "Meera Nair");
      await page.getByRole("link", { name: "Meera Nair" }).click();
      await expect(page.getByRole("button", { name: "Reached" })).toBeVisible();
      // Off the list, whose row it would light up.
      await page.mouse.move(0, 0);
      await nothingFetched(page);
      await expectPicture(page, "referral");
    });

    await hostedTest.step("a referral is closed", async () => {
      await page.keyboard.press("d");
      await page.getByLabel("Reason").selectOption("No opening");
      await expect(page.getByText(/^The referrer will read/)).toBeVisible();
      await expectPicture(page, "close");
      await page.keyboard.press("Escape");
    });

    await hostedTest.step("somebody is found", async () => {
      await page.keyboard.press("Control+k");
      await page.getByLabel("Find a person, a screen or a command").fill("re");
      await expect(page.getByRole("dialog")).toContainText("Reem Idris");
      await nothingFetched(page);
      await expectPicture(page, "find");
      await page.keyboard.press("Escape");
    });

    await hostedTest.step("a phone", async () => {
      await page.setViewportSize(PHONE);
      await show("/inbox?section=today", "Meera Nair");
      await page.getByRole("link", { name: "Meera Nair" }).click();
      const { x, y } = await middleOf(page.getByRole("button", { name: "Outcome" }));
      await page.mouse.click(x, y);
      await nothingFetched(page);
      await expectPicture(page, "phone");
    });
  });
});

/** A time zone in which it is between nine and ten in the morning, so that a day lies ahead. */
function whereItIsNine(): string {
  const ahead = ((9 - new Date().getUTCHours() + 35) % 24) - 11;
  // The names of these zones have the sign of the west.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
