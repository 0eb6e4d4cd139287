import { readFile } from "node:fs/promises";
import {
  ADMIN,
  askForCode,
  BINU,
  CODE,
  enter,
  expectToast,
  fillReferred,
  KEYS,
  MEMBER,
  openReferral,
  prepare,
  record,
  stored,
  submit,
} from "./support/programme";
import { expect, test } from "./support/test";

for (const damaged of ["null", "{", "[null]", '"text"', "[[]]", '[{"id":"x"}]', ""]) {
  test(`lists that hold ${damaged || "nothing at all"} do no harm, and are kept`, async ({
    page,
  }) => {
    await prepare(page, { [KEYS.referrals]: damaged, [KEYS.accounts]: damaged });
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await fillReferred(page, BINU);
    await submit(page);
    expect(await stored(page, KEYS.referrals)).toHaveLength(1);
    expect(await stored(page, KEYS.accounts)).toHaveLength(1);
    if (damaged) {
      const kept = await stored(page, KEYS.aside);
      const texts = kept.map((item) => String(item["text"]));
      expect(texts.every((text) => damaged.includes(text))).toBe(true);
      expect(kept.map((item) => item["from"]).toSorted()).toEqual(["accounts", "referrals"]);
    }
  });
}

test("good records among bad ones are shown", async ({ page }) => {
  await prepare(page, { [KEYS.referrals]: JSON.stringify([null, record(), { id: 5 }]) });
  await openReferral(page);
  await enter(page, "Login", ADMIN);
  await expect(page.getByRole("listitem", { name: "Binu Thomas" })).toBeVisible();
});

for (const points of ['"5"', "5.0", "5.00", '"05"']) {
  test(`points of ${points} are five, in every list`, async ({ page }) => {
    const list = JSON.stringify([record({ points: 5 })]).replace(
      '"points":5',
      `"points":${points}`,
    );
    await prepare(page, { [KEYS.referrals]: list });
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await expect(page.getByRole("listitem", { name: BINU.name })).toContainText("5");
    await fillReferred(page, { ...BINU, name: "Dev" });
    await submit(page);
    expect(await stored(page, KEYS.referrals)).toMatchObject([{ points: 5 }, { points: 0 }]);
    expect(await stored(page, KEYS.aside)).toEqual([]);
  });
}

test("points of null are none while a referral is pending", async ({ page }) => {
  await prepare(page, { [KEYS.referrals]: JSON.stringify([record({ points: null })]) });
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await expect(page.getByRole("listitem", { name: BINU.name })).toBeVisible();
});

test("what cannot be read is told, kept, and handed to the admin", async ({ page }) => {
  const bad = [record({ points: "many" }), record({ status: "Successful", points: null })];
  await prepare(page, { [KEYS.referrals]: JSON.stringify([...bad, record({ id: 9 })]) });
  await openReferral(page);
  const notice = page.getByRole("alert", { name: "Not Everything Could Be Read" });
  await expect(notice).toContainText("2 entries");
  await expect(notice.getByRole("button")).toHaveCount(0);
  await enter(page, "Login", ADMIN);
  await expect(page.getByRole("listitem", { name: BINU.name })).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    notice.getByRole("button", { name: "Export what could not be read" }).click(),
  ]);
  const entries = JSON.parse(await readFile(await file.path(), "utf8"));
  const texts = entries.map((entry: { text: string }) => entry.text).toSorted();
  expect(texts).toEqual(bad.map((entry) => JSON.stringify(entry)).toSorted());

  // What can be read by now, is at the next visit.
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key, JSON.stringify([{ from: "referrals", text }])),
    [KEYS.aside, JSON.stringify(bad[0]).replace("many", "7")] as const,
  );
  await openReferral(page);
  await expect(page.getByRole("listitem", { name: BINU.name })).toHaveCount(2);
});

test("where too much cannot be read, nothing is written over it", async ({ page }) => {
  const list = JSON.stringify(["x".repeat(1_000_000), record()]);
  await prepare(page, { [KEYS.referrals]: list });
  await openReferral(page);
  await expect(page.getByText("so nothing can be saved")).toBeVisible();
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill("98400");
  await fillReferred(page, BINU);
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Nothing was saved");
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
  await enter(page, "Login", ADMIN);
  await expect(page.getByRole("listitem", { name: BINU.name })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.referrals)).toBe(list);
});

test("an erasure beside an entry of an unknown kind still holds", async ({ page }) => {
  const aside = [
    { from: "erased", text: "0000019aa41dae80e81db2c1c11c8b18" },
    { from: "departed", text: "64252497cb8573f6000003bb2cc3d800", by: "a later version" },
    { from: "pinned", text: "whatever that is" },
  ];
  await prepare(page, {
    [KEYS.referrals]: JSON.stringify([record(), record({ id: 9, referredName: "Dev" })]),
    [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
    [KEYS.aside]: JSON.stringify(aside),
  });
  await openReferral(page);
  await askForCode(page, "Login", MEMBER);
  await page.getByRole("textbox", { name: "OTP" }).fill(CODE);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expectToast(page, "Mobile number not registered. Please sign up.");
  await enter(page, "Login", ADMIN);
  await expect(page.getByRole("listitem", { name: "Dev" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: BINU.name })).toBeHidden();
  await page.getByRole("button", { name: "Assign/Edit Points" }).click();
  await page.getByLabel(/points/i).fill("5");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Points assigned successfully.");
  const kept = await stored(page, KEYS.aside);
  for (const entry of aside) expect(kept).toContainEqual(entry);
});

test.describe("A stored login that cannot be read", () => {
  test.use({ allowedConsole: /stored login could not be read/ });
  for (const damaged of [
    "null",
    "{",
    "[]",
    '{"mobileNumber":5}',
    '{"mobileNumber":"12","name":"x"}',
  ]) {
    test(`such as ${damaged} is removed`, async ({ page }) => {
      await prepare(page, { [KEYS.user]: damaged });
      await openReferral(page);
      await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
      expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.user)).toBeNull();
    });
  }
});

for (const name of ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED", "QUOTA_EXCEEDED_ERR"]) {
  test(`a storage that is full (${name}) is never called a success`, async ({ page }) => {
    await page.addInitScript((error) => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, text) {
        if (key === "allReferrals") throw new DOMException("full", error);
        setItem.call(this, key, text);
      };
    }, name);
    await openReferral(page);
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill("98400");
    await fillReferred(page, BINU);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Nothing was saved");
    await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
  });
}

test("a browser that forbids storage is worked around, and the page says so", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    });
  });
  await openReferral(page);
  await expect(page.getByText(/does not let the site store anything/)).toBeVisible();
  await enter(page, "Sign Up", MEMBER);
  await fillReferred(page, BINU);
  await submit(page);
  await expect(page.getByRole("listitem", { name: BINU.name })).toBeVisible();
});

test("login, logout and referrals follow in another tab", async ({ page, context }) => {
  await openReferral(page);
  const other = await context.newPage();
  await openReferral(other);
  await enter(page, "Sign Up", MEMBER);
  await expect(other.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
  await fillReferred(other, BINU);
  await submit(other);
  await expect(page.getByRole("listitem", { name: BINU.name })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
  await expect(other.getByRole("listitem", { name: BINU.name })).toBeHidden();
});

test("clearing the site's data logs out everywhere, and no tab brings it back", async ({
  page,
  context,
}) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  const other = await context.newPage();
  await openReferral(other);
  await other.evaluate(() => localStorage.clear());
  await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill("98400");
  await fillReferred(page, BINU);
  await submit(page);
  expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.user)).toBeNull();
});

test.describe("Rules that cannot be fetched", () => {
  test.use({ allowedConsole: /ERR_FAILED|could not be opened|compile-?streaming/i });

  test("are told, and tried again when the visitor asks", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto("/referral");
    await expect(page.getByText(/could not be loaded/)).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/could not be loaded/)).toBeVisible();
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
  });
});
