/** Existing content of the storage, and writes by other tabs. */
import { readFile } from "node:fs/promises";
import {
  ADMIN,
  askForCode,
  BINU,
  CODE,
  editPoints,
  expectLoggedOut,
  expectToast,
  fillAsGuest,
  fillReferred,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  prepare,
  record,
  referAsGuest,
  referralOf,
  stored,
  submit,
  textUnder,
  verify,
} from "./support/programme";
import { expect, test } from "./support/test";

test("unreadable lists do no harm and are kept", async ({ page }) => {
  // trust.spec.ts has more texts, and the domain's properties have any.
  for (const damaged of ["{", '[{"id":"x"}]', ""]) {
    await test.step(damaged || "nothing at all", async () => {
      await prepare(page, {
        [KEYS.referrals]: damaged,
        [KEYS.accounts]: damaged,
        [KEYS.quarantine]: "[]",
      });
      await openReferral(page);
      await logIn(page, "Sign Up", MEMBER);
      await fillReferred(page, BINU);
      await submit(page);
      expect(await stored(page, KEYS.referrals)).toHaveLength(1);
      expect(await stored(page, KEYS.accounts)).toHaveLength(1);
      const kept = await stored(page, KEYS.quarantine);
      for (const { text } of kept) expect(damaged).toContain(String(text));
      const lists = damaged ? ["accounts", "referrals"] : [];
      expect(kept.map(({ from }) => from).toSorted()).toEqual(lists);
      await page.getByRole("button", { name: "Logout" }).click();
      await expectLoggedOut(page);
    });
  }
});

test("points are read in every notation, also beside entries that are not records", async ({
  page,
}) => {
  const written = ["5", '"5"', "5.0", "5.00", '"05"'];
  const list = written.map((points, id) =>
    JSON.stringify(record({ id, points: 5 })).replace('"points":5', `"points":${points}`),
  );
  const pending = JSON.stringify(record({ id: 9, points: null }));
  await prepare(page, { [KEYS.referrals]: `[null,${[...list, pending].join()},{"id":5}]` });
  await openReferral(page);
  await logIn(page, "Sign Up", MEMBER);
  await expect(referralOf(page, BINU.name)).toHaveCount(6);
  const five = page.getByRole("cell").filter({ hasText: /^5$/ });
  await expect(referralOf(page, BINU.name).filter({ has: five })).toHaveCount(5);
  await fillReferred(page, { ...BINU, name: "Dev" });
  await submit(page);
  const points = (await stored(page, KEYS.referrals)).map((entry) => entry["points"]);
  expect(points.toSorted()).toEqual([0, 0, 5, 5, 5, 5, 5]);
  const kept = await stored(page, KEYS.quarantine);
  expect(kept.map(({ text }) => text).toSorted()).toEqual(["null", '{"id":5}']);
});

test("unreadable records are reported, kept, and downloaded by the admin", async ({ page }) => {
  const bad = [record({ points: "many" }), record({ status: "Successful", points: null })];
  await prepare(page, { [KEYS.referrals]: JSON.stringify([...bad, record({ id: 9 })]) });
  await openReferral(page);
  const notice = page.getByRole("alert", { name: "Some Entries Are Unreadable" });
  await expect(notice).toContainText("2 entries");
  await expect(notice.getByRole("button")).toHaveCount(0);
  await logIn(page, "Login", ADMIN);
  await expect(referralOf(page, BINU.name)).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    notice.getByRole("button", { name: "Export unreadable entries" }).click(),
  ]);
  const entries = JSON.parse(await readFile(await file.path(), "utf8"));
  const texts = entries.map((entry: { text: string }) => entry.text).toSorted();
  expect(texts).toEqual(bad.map((entry) => JSON.stringify(entry)).toSorted());

  await test.step("what has become readable is read at the next visit", async () => {
    await page.evaluate(
      ([key, text]) => localStorage.setItem(key, JSON.stringify([{ from: "referrals", text }])),
      [KEYS.quarantine, JSON.stringify(bad[0]).replace("many", "7")] as const,
    );
    await openReferral(page);
    await expect(referralOf(page, BINU.name)).toHaveCount(2);
  });
});

test("if too much is unreadable for the quarantine, nothing is overwritten", async ({ page }) => {
  const list = JSON.stringify(["x".repeat(1_000_000), record()]);
  await prepare(page, { [KEYS.referrals]: list });
  await openReferral(page);
  await expect(page.getByText("so nothing can be saved")).toBeVisible();
  await fillAsGuest(page);
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Nothing was saved");
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
  await logIn(page, "Login", ADMIN);
  await expect(referralOf(page, BINU.name)).toBeVisible();
  expect(await textUnder(page, KEYS.referrals)).toBe(list);
});

test("an erasure holds beside an entry of an unknown kind", async ({ page }) => {
  const entries = [
    { from: "erased", text: "0000019aa41dae80e81db2c1c11c8b18" },
    { from: "erased-account", text: "64252497cb8573f6000003bb2cc3d800", by: "a later version" },
    { from: "pinned", text: "whatever that is" },
  ];
  await prepare(page, {
    [KEYS.referrals]: JSON.stringify([record(), record({ id: 9, referredName: "Dev" })]),
    [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
    [KEYS.quarantine]: JSON.stringify(entries),
  });
  await openReferral(page);
  await askForCode(page, "Login", MEMBER);
  await verify(page, CODE);
  await expectToast(page, "Mobile number not registered. Please sign up.");
  await logIn(page, "Login", ADMIN);
  await expect(referralOf(page, "Dev")).toBeVisible();
  await expect(referralOf(page, BINU.name)).toBeHidden();
  await (await editPoints(referralOf(page, "Dev"))).fill("5");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Points assigned successfully.");
  const kept = await stored(page, KEYS.quarantine);
  for (const entry of entries) expect(kept).toContainEqual(entry);
});

test.describe("A stored login that cannot be read", () => {
  test.use({ allowedConsole: /stored login could not be read/ });

  test("is removed", async ({ page }) => {
    const user = '{"mobileNumber":"12","name":"x"}';
    for (const damaged of ["null", "{", "[]", '{"mobileNumber":5}', user]) {
      await test.step(damaged, async () => {
        await prepare(page, { [KEYS.user]: damaged });
        await openReferral(page);
        await expectLoggedOut(page);
        expect(await textUnder(page, KEYS.user)).toBeNull();
      });
    }
  });
});

test("another tab follows a login, a logout, a referral and clearing the site's data @engines", async ({
  page,
  context,
}) => {
  await openReferral(page);
  const other = await context.newPage();
  await openReferral(other);
  await logIn(page, "Sign Up", MEMBER);
  await expect(other.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
  await fillReferred(other, BINU);
  await submit(other);
  await expect(referralOf(page, BINU.name)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expectLoggedOut(other);
  await expect(referralOf(other, BINU.name)).toBeHidden();

  await test.step("clearing logs out everywhere, and no tab restores anything", async () => {
    await logIn(page, "Login", MEMBER);
    await other.evaluate(() => localStorage.clear());
    await expectLoggedOut(page);
    await referAsGuest(page);
    expect(await textUnder(page, KEYS.user)).toBeNull();
  });
});

test("scenario 1: points of 0 make a guest’s referral Successful, stored in the specification’s format", async ({
  page,
}) => {
  const records = "../../crates/ledger/tests/formats/records/before.allReferrals.json";
  const recorded = await readFile(new URL(records, import.meta.url), "utf8");
  const [first = ""] = /\{.*?\}/.exec(recorded) ?? [];
  const { id, referrerName, awardedAt } = JSON.parse(first);
  await page.clock.setFixedTime(id);
  await openReferral(page);
  await fillAsGuest(page);
  await page.getByLabel("Your Name").fill(referrerName);
  await submit(page);
  await logIn(page, "Login", ADMIN);
  await page.clock.setFixedTime(awardedAt);
  const referral = referralOf(page, BINU.name);
  await (await editPoints(referral)).fill("0");
  await referral.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Points assigned successfully.");
  await expect(referral.getByText("Successful")).toHaveAttribute("data-tone", "green");
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
    [KEYS.user]: `{"mobileNumber":"${ADMIN}","name":"User0000"}`,
    [KEYS.accounts]: "[]",
    [KEYS.referrals]: `[${first.replace('"points":5', '"points":0')}]`,
  });
});

test("scenario 2: if two tabs save points at once, both edits are kept and both tabs show the same points", async ({
  page,
  context,
}) => {
  await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
  await openReferral(page);
  await logIn(page, "Login", ADMIN);
  const other = await context.newPage();
  await openReferral(other);
  const [ours, theirs] = [referralOf(page, BINU.name), referralOf(other, BINU.name)];
  await (await editPoints(ours)).fill("20");
  await (await editPoints(theirs)).fill("50");
  const tabs = [ours, theirs];
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Save" }).click()));
  const events = async () => (await stored(page, KEYS.referrals))[0]?.["history"] ?? [];
  await expect.poll(events).toHaveLength(2);
  expect(await events()).toEqual(
    expect.arrayContaining([20, 50].map((points) => expect.objectContaining({ points }))),
  );
  const [referral] = await stored(page, KEYS.referrals);
  for (const tab of tabs) {
    await expect(tab.getByText("Successful")).toBeVisible();
    await expect(
      tab.getByRole("cell", { name: `${referral?.["points"]}`, exact: true }),
    ).toBeVisible();
  }
});
