/** The referral form: its checks, what it sends, and drafts. */
import type { Page } from "@playwright/test";
import { messageField } from "./support/contact";
import { open } from "./support/pages";
import {
  BINU,
  expectToast,
  fillAsGuest,
  fillReferred,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  referAsGuest,
  stored,
} from "./support/programme";
import { expect, test } from "./support/test";
import { watchFor } from "./support/transient";

const NOTES = "Met at an air show.";

test("a guest refers somebody with their own name and number, in about a second", async ({
  page,
}) => {
  await openReferral(page);
  await test.step("the list offers the seven services and nothing preselected", async () => {
    const select = page.getByLabel("Service");
    await expect(select).toHaveValue("");
    const labels = await select.locator("option").allTextContents();
    expect(labels.slice(1)).toEqual([
      "Training",
      "HR Recruitment",
      "IT Services",
      "Non-IT Services",
      "Royalty Card",
      "Loyalty Card",
      "Others",
    ]);
  });
  await fillReferred(page, { ...BINU, notes: "Starts in June." });
  await page.getByLabel("Your Name").fill("  Asha Menon ");
  await page.getByLabel("Your Phone Number").fill("98400 12345");
  const before = Date.now();
  const button = page.getByRole("button", { name: "Submit Referral" });
  const submitting = await watchFor(button, "Submitting...");
  await button.click();
  await submitting();
  await expectToast(page, "Referral Submitted!");
  await expectToast(page, "Binu Thomas was successfully referred.");
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000);

  const [referral] = await stored(page, KEYS.referrals);
  expect(referral).toEqual({
    id: expect.any(Number),
    referrerName: "Asha Menon",
    referrerMobile: "98400 12345",
    referredName: "Binu Thomas",
    referredPhone: "9744555666",
    service: "training",
    notes: "Starts in June.",
    date: await page.evaluate(() => new Date().toLocaleDateString()),
    status: "Pending",
    points: 0,
  });
  expect(referral?.["id"]).toBeGreaterThanOrEqual(before);
});

test("a service's page leads to the form for that service, and another one can be chosen", async ({
  page,
}) => {
  await open(page, "/services/corporate-trainings");
  await page.getByRole("link", { name: "Refer someone for Corporate Trainings" }).click();
  const service = page.getByLabel("Service");
  await expect(service).toHaveValue("training");
  await test.step("it is submitted without being touched", async () => {
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill(MEMBER);
    await page.getByLabel("Referred Person's Name").fill(BINU.name);
    await page.getByLabel("Referred Person's Phone Number").fill(BINU.phone);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Referral Submitted!");
    expect((await stored(page, KEYS.referrals))[0]).toMatchObject({ service: "training" });
  });
  await test.step("what was chosen instead stays after a reload", async () => {
    await service.selectOption("Others");
    await page.reload();
    await expect(service).toHaveValue("others");
  });
});

test(
  "every missing field is named, blanks count as missing, and nothing typed is lost",
  {
    tag: "@engines",
  },
  async ({ page }) => {
    await openReferral(page);
    await page.getByLabel("Referred Person's Phone Number").fill("9744555666");
    await page.getByLabel("Referred Person's Name").fill("   ");
    await page.getByLabel("Additional Notes").fill("Keep me.");
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Please fill in all required fields for referral.");
    for (const label of ["Your Name", "Your Phone Number", "Referred Person's Name", "Service"]) {
      await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page.getByLabel("Your Name")).toBeFocused();
    await expect(page.getByLabel("Referred Person's Phone Number")).toHaveValue("9744555666");
    await expect(page.getByLabel("Additional Notes")).toHaveValue("Keep me.");
    expect(await stored(page, KEYS.referrals)).toEqual([]);
  },
);

test(
  "a double click, and Enter after it, submit one referral",
  { tag: ["@both", "@engines"] },
  async ({ page }) => {
    await openReferral(page);
    await fillAsGuest(page);
    const button = page.getByRole("button", { name: "Submit Referral" });
    await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
      element.form?.requestSubmit();
    });
    await expectToast(page, "Referral Submitted!");
    // If there were a second submission, it would be stored before this one.
    await referAsGuest(page, { name: "Dev" });
    const names = (await stored(page, KEYS.referrals)).map(({ referredName }) => referredName);
    expect(names.toSorted()).toEqual([BINU.name, "Dev"]);
  },
);

test.describe("Typed text", () => {
  test("is kept after a link and Back, and after a reload, until it is sent @engines", async ({
    page,
  }) => {
    await openReferral(page);
    await fillAsGuest(page, { notes: NOTES });
    await follow(page, "Services");
    await page.goBack();
    await expectTyped(page);
    await follow(page, "Blog");
    await follow(page, "Referral Program");
    await expectTyped(page);
    await page.reload();
    await expectTyped(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Referral Submitted!");
    await page.reload();
    await expectEmpty(page);
  });

  test("is in no other tab and is gone when this one is closed", async ({ page, context }) => {
    await openReferral(page);
    await fillAsGuest(page, { notes: NOTES });
    const other = await context.newPage();
    await openReferral(other);
    await expectEmpty(other);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(BINU.name);
  });

  test("is removed by a logout, in both forms", async ({ page }) => {
    await open(page, "/contact");
    await messageField(page, "Message").fill("Between us.");
    await openReferral(page);
    await logIn(page, "Sign Up", MEMBER);
    await fillReferred(page, { ...BINU, notes: NOTES });
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByLabel("Mobile Number")).toBeVisible();
    await expectEmpty(page);
    await page.reload();
    await expectEmpty(page);
    await open(page, "/contact");
    await expect(messageField(page, "Message")).toHaveValue("");
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(kept).not.toMatch(/Binu|Between/);
  });

  test("cannot be changed while it is being sent", async ({ page }) => {
    await openReferral(page);
    await fillAsGuest(page, { notes: NOTES });
    const name = page.getByLabel("Referred Person's Name");
    await name.focus();
    // Observed in the page, because the second may be over before Playwright looks.
    const watching = await page
      .locator("form:has([name=referredName])")
      .evaluateHandle((element) => {
        const form = element as HTMLFormElement;
        const locked = new Promise<boolean[]>((resolve) => {
          const look = () => {
            if (!form.querySelector("button[type=submit]:disabled")) return;
            const fields = Array.from(form.elements) as HTMLInputElement[];
            const named = fields.filter((field) => field.name && field.type !== "hidden");
            resolve(named.map((field) => field.readOnly || field.disabled));
          };
          new MutationObserver(look).observe(form, { attributes: true, subtree: true });
        });
        return { locked };
      });
    await name.press("Enter");
    expect(await watching.evaluate(({ locked }) => locked)).not.toContain(false);
    await expectToast(page, "Referral Submitted!");
    await expectEmpty(page);
    await expect(name).toBeEditable();
    await expect(page.getByLabel("Service")).toBeEnabled();
    await expect(name).toBeFocused();
  });

  test("is sent once, also if the visitor leaves the page and comes back meanwhile @engines", async ({
    page,
  }) => {
    await openReferral(page);
    await fillAsGuest(page, { notes: NOTES });
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await follow(page, "Blog");
    await page.goBack();
    await expectToast(page, "Referral Submitted!");
    await expectEmpty(page);
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
    expect(await stored(page, KEYS.referrals)).toHaveLength(1);
  });
});

async function expectTyped(page: Page) {
  await expect(page.getByLabel("Your Name")).toHaveValue("Asha");
  await expect(page.getByLabel("Your Phone Number")).toHaveValue(MEMBER);
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
  await expect(page.getByLabel("Referred Person's Phone Number")).toHaveValue(BINU.phone);
  await expect(page.getByLabel("Service")).toHaveValue("training");
  await expect(page.getByLabel("Additional Notes")).toHaveValue(NOTES);
}

async function expectEmpty(page: Page) {
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
  await expect(page.getByLabel("Service")).toHaveValue("");
  await expect(page.getByLabel("Additional Notes")).toHaveValue("");
}

/** Clicks a link in the footer. */
async function follow(page: Page, name: string) {
  const before = page.url();
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  await expect(page).not.toHaveURL(before);
}
