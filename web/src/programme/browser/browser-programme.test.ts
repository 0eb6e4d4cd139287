import { LIMITS, type Referral, STORAGE_KEYS } from "@bindings";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ReadyState } from "@/programme/programme";
import { loadRules } from "@/rules";
import { DRAFT, MEMBER, RECORD } from "@/testing/samples";
import { skipDelay } from "@/testing/later";
import { BrowserProgramme } from "./browser-programme";

const ADMIN = "1000000000";
const CODE = "1234";
beforeEach(() => {
  localStorage.clear();
  skipDelay(LIMITS.referralDelayMs);
});

describe("Login and sign-up", () => {
  test("a number that signs up is registered and logged in", async () => {
    const { programme, ready } = await open();
    const outcome = await programme.logIn("signup", MEMBER, CODE);
    expect(outcome).toMatchObject({ outcome: "accepted", value: { name: "User2345" } });
    expect(ready().account).toMatchObject({ role: "member", user: { mobileNumber: MEMBER } });
    expect(stored(STORAGE_KEYS.user)).toEqual({ mobileNumber: MEMBER, name: "User2345" });
    expect(stored(STORAGE_KEYS.accounts)).toEqual([{ mobileNumber: MEMBER, name: "User2345" }]);
  });

  test("the admin logs in without an account", async () => {
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    expect(ready().account.role).toBe("admin");
    expect(stored(STORAGE_KEYS.accounts)).toEqual([]);
  });

  test("an unreadable stored user is removed, and the error is logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    localStorage.setItem(STORAGE_KEYS.user, "{");
    const { ready } = await open();
    expect(ready().account.role).toBe("guest");
    expect(localStorage.getItem(STORAGE_KEYS.user)).toBeNull();
    expect(log).toHaveBeenCalled();
  });

  test("if storage is full, nobody is logged in or registered", async () => {
    const { programme, ready } = await open();
    failFor(STORAGE_KEYS.user);
    expect(await programme.logIn("signup", MEMBER, CODE)).toMatchObject({
      outcome: "failed",
      code: "storage-full",
    });
    expect(ready().account.role).toBe("guest");
    expect(localStorage.getItem(STORAGE_KEYS.accounts)).toBeNull();
  });

  test("logging out forgets the user and keeps the account", async () => {
    const { programme, ready } = await open();
    await programme.logIn("signup", MEMBER, CODE);
    expect(await programme.logOut()).toBeUndefined();
    expect(ready().account.role).toBe("guest");
    expect(localStorage.getItem(STORAGE_KEYS.user)).toBeNull();
    expect(stored(STORAGE_KEYS.accounts)).toHaveLength(1);
  });
});

/** An admin with a guest's referral. */
async function openAsAdmin() {
  const opened = await open();
  await opened.programme.submit(DRAFT);
  await opened.programme.logIn("login", ADMIN, CODE);
  return opened;
}

describe("The admin", () => {
  test("sees all referrals, and points make one Successful", async () => {
    const { programme, ready } = await openAsAdmin();
    const [view] = ready().referrals;
    expect(await programme.savePoints(view?.key ?? "", "ten")).toMatchObject({
      codes: ["points-not-whole"],
    });
    expect(await programme.savePoints(view?.key ?? "", "25")).toMatchObject({
      outcome: "accepted",
      value: { points: 25 },
    });
    expect(ready().referrals[0]).toMatchObject({
      tone: "green",
      referral: { status: "Successful", points: 25 },
    });
    expect(ready().totals).toMatchObject({ successful: 1, points: 25 });
  });

  test("alone saves points and imports", async () => {
    const { programme, ready } = await open();
    await programme.logIn("signup", MEMBER, CODE);
    await programme.submit(DRAFT);
    const [view] = ready().referrals;
    expect(await programme.savePoints(view?.key ?? "", "25")).toMatchObject({
      codes: ["not-admin"],
    });
    expect(await programme.previewImport("{}")).toMatchObject({ outcome: "refused" });
  });

  test("imports an export again, and a preview changes nothing", async () => {
    const { programme, ready } = await openAsAdmin();
    const exported = await programme.export("json");
    const text = exported.outcome === "accepted" ? exported.value : "";
    expect(await programme.previewImport(text)).toMatchObject({ value: { new: 0, same: 1 } });
    const other = text.replace("Binu", "Dev");
    expect(await programme.previewImport(other)).toMatchObject({ value: { new: 1 } });
    expect(ready().referrals).toHaveLength(1);
    expect(await programme.import(other)).toMatchObject({ outcome: "accepted" });
    expect(ready().referrals).toHaveLength(2);
  });
});

describe("Referrals", () => {
  test("a referral is stored about a second after it was submitted", async () => {
    vi.restoreAllMocks();
    const { programme } = await open();
    const start = performance.now();
    const submitting = programme.submit(DRAFT);
    expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBeNull();
    expect(await submitting).toMatchObject({ outcome: "accepted" });
    expect(performance.now() - start).toBeGreaterThanOrEqual(999);
    expect(stored(STORAGE_KEYS.referrals)).toEqual([
      expect.objectContaining({
        referrerName: "Asha",
        referrerMobile: MEMBER,
        status: "Pending",
        points: 0,
        date: new Date().toLocaleDateString(),
      }),
    ]);
  });

  test("an incomplete one is refused at once, with everything that is missing", async () => {
    const { programme } = await open();
    const start = performance.now();
    const outcome = await programme.submit({ ...DRAFT, referredName: " ", service: "" });
    expect(outcome).toMatchObject({
      outcome: "refused",
      codes: ["referred-name-missing", "service-missing"],
    });
    expect(performance.now() - start).toBeLessThan(900);
  });

  test("a full storage is never reported as a success", async () => {
    const { programme } = await open();
    failFor(STORAGE_KEYS.referrals);
    expect(await programme.submit(DRAFT)).toMatchObject({
      outcome: "failed",
      code: "storage-full",
    });
    vi.restoreAllMocks();
    expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBeNull();
  });

  test("unreadable entries are kept under a key of their own", async () => {
    localStorage.setItem(STORAGE_KEYS.referrals, '[{"half":');
    const { programme } = await open();
    await programme.submit(DRAFT);
    expect(stored(STORAGE_KEYS.referrals)).toHaveLength(1);
    expect(stored(STORAGE_KEYS.quarantine)).toEqual([{ from: "referrals", text: '[{"half":' }]);
  });

  test("what another tab has written is shown and kept", async () => {
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    await programme.submit(DRAFT);
    const other = stored(STORAGE_KEYS.referrals)[0];
    otherTabWrites(STORAGE_KEYS.referrals, JSON.stringify([{ ...other, id: other.id + 1 }]));
    await vi.waitFor(() => expect(ready().referrals).toHaveLength(2));
    // The other tab's list lacked this tab's record, so both are merged.
    expect(stored(STORAGE_KEYS.referrals)).toHaveLength(2);
  });

  test("clearing the storage in another tab logs out here, and nothing is restored", async () => {
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    await programme.submit(DRAFT);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null, storageArea: localStorage }));
    expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
    expect(localStorage.length).toBe(0);
  });
});

describe("Copies", () => {
  test("an export can be imported after everything was cleared", async () => {
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    await programme.submit(DRAFT);
    const exported = await programme.export("json");
    const text = exported.outcome === "accepted" ? exported.value : "";
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null, storageArea: localStorage }));
    expect(await programme.previewImport(text)).toMatchObject({ codes: ["not-admin"] });
    await programme.logIn("login", ADMIN, CODE);
    expect(await programme.previewImport(text)).toMatchObject({ value: { new: 1 } });
    expect(ready().referrals).toHaveLength(0);
    expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBeNull();
    expect(await programme.import(text)).toMatchObject({ outcome: "accepted" });
    expect(ready().referrals).toHaveLength(1);
    expect(stored(STORAGE_KEYS.referrals)).toHaveLength(1);
  });

  test("an import that cannot be stored changes nothing", async () => {
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    await programme.submit(DRAFT);
    const exported = await programme.export("json");
    const text = exported.outcome === "accepted" ? exported.value.replace("Binu", "Dev") : "";
    failFor(STORAGE_KEYS.referrals);
    expect(await programme.import(text)).toMatchObject({ code: "storage-full" });
    expect(ready().referrals).toHaveLength(1);
  });

  test("erasing removes everything under the number, logs out, and is permanent", async () => {
    const { programme, ready } = await open();
    await programme.logIn("signup", MEMBER, CODE);
    await programme.submit(DRAFT);
    const before = localStorage.getItem(STORAGE_KEYS.referrals) ?? "";
    expect(await programme.erase()).toMatchObject({ outcome: "accepted" });
    expect(ready().account.role).toBe("guest");
    expect(localStorage.getItem(STORAGE_KEYS.user)).toBeNull();
    expect(stored(STORAGE_KEYS.accounts)).toEqual([]);
    expect(stored(STORAGE_KEYS.referrals)).toEqual([]);
    // Another tab, which does not know of the erasure yet, writes its list.
    otherTabWrites(STORAGE_KEYS.referrals, before);
    expect(stored(STORAGE_KEYS.referrals)).toEqual([]);
    expect(await programme.erase()).toMatchObject({ codes: ["not-logged-in"] });
  });
});

describe("Unreadable storage", () => {
  const UNREADABLE = { ...RECORD, points: "many" };

  test("is reported to everybody, and given to the admin as it is stored", async () => {
    localStorage.setItem(STORAGE_KEYS.referrals, JSON.stringify([UNREADABLE, RECORD]));
    const { programme, ready } = await open();
    expect(ready().unreadable?.notice.description).toMatch(/^One entry could not be read/);
    expect(ready().unreadable?.copy).toBeUndefined();
    await programme.logIn("login", ADMIN, CODE);
    expect(JSON.parse(ready().unreadable?.copy?.() ?? "")).toEqual([
      { from: "referrals", text: JSON.stringify(UNREADABLE) },
    ]);
    expect(ready().referrals).toHaveLength(1);
  });

  test("is not reported if there is none", async () => {
    localStorage.setItem(STORAGE_KEYS.referrals, JSON.stringify([RECORD]));
    const { ready } = await open();
    expect(ready().unreadable).toBeUndefined();
  });

  test("is read again at each visit", async () => {
    const text = JSON.stringify({ ...RECORD, points: "5" });
    localStorage.setItem(STORAGE_KEYS.quarantine, JSON.stringify([{ from: "referrals", text }]));
    const { programme, ready } = await open();
    await programme.logIn("login", ADMIN, CODE);
    expect(ready().referrals[0]?.referral.points).toBe(5);
    expect(ready().unreadable).toBeUndefined();
  });

  test("is never overwritten if the quarantine is full, and login still works", async () => {
    const list = JSON.stringify(["x".repeat(1_000_000), RECORD]);
    localStorage.setItem(STORAGE_KEYS.referrals, list);
    const { programme, ready } = await open();
    expect(ready().unreadable?.notice.description).toContain("nothing can be saved");
    await programme.logIn("login", ADMIN, CODE);
    expect(ready().account.role).toBe("admin");
    const key = ready().referrals[0]?.key ?? "";
    expect(await programme.savePoints(key, "5")).toMatchObject({ codes: ["quarantine-full"] });
    expect(await programme.submit(DRAFT)).toMatchObject({ codes: ["quarantine-full"] });
    expect(await programme.logIn("signup", MEMBER, CODE)).toMatchObject({
      codes: ["quarantine-full"],
    });
    otherTabWrites(STORAGE_KEYS.referrals, list.replace("Binu", "Dev"));
    expect(localStorage.getItem(STORAGE_KEYS.referrals)).toBe(list.replace("Binu", "Dev"));
    expect(localStorage.getItem(STORAGE_KEYS.quarantine)).toBeNull();
  });
});

describe("A number with separators", () => {
  test.each([
    ["+974 5555-1234", "97455551234"],
    ["(+91) 98400.12345", "919840012345"],
    ["00974 5555 1234", "97455551234"],
    ["\u202a+91 98400 12345\u202c", "919840012345"],
    ["\u0669\u0668\u0667\u0666\u0665\u0664\u0663\u0662\u0661\u0660", "9876543210"],
  ])("%s is refused, and %s is suggested", async (typed, offer) => {
    const { programme } = await open();
    const refused = { codes: ["mobile-not-digits"], offer };
    expect(await programme.requestCode(typed)).toMatchObject(refused);
  });

  test.each(["98400 1234", "call 98400 12345", "98400", "98400@12345"])(
    "%s is refused, and nothing is suggested",
    async (typed) => {
      const { programme } = await open();
      const said = await programme.requestCode(typed);
      expect(said).toMatchObject({ outcome: "refused" });
      expect(said).not.toHaveProperty("offer");
    },
  );

  test("counts as the same number in a guest's referral", async () => {
    const others = ["00974-5555-1234", "5555 1234"];
    const records = others.map((referrerMobile, id) => ({ ...RECORD, id, referrerMobile }));
    localStorage.setItem(STORAGE_KEYS.referrals, JSON.stringify(records));
    const { programme, ready } = await open();
    await programme.submit({ ...DRAFT, referrerPhone: "+974 5555 1234" });
    await programme.logIn("signup", "97455551234", CODE);
    expect(ready().totals.all).toBe(2);
    const kept = stored(STORAGE_KEYS.referrals).map((it: Referral) => it.referrerMobile);
    expect(kept).toEqual([...others, "+974 5555 1234"]);
    await programme.erase();
    expect(stored(STORAGE_KEYS.referrals)).toHaveLength(1);
  });
});

async function open() {
  const content = { adminNumber: ADMIN, simulatedCode: CODE };
  const programme = new BrowserProgramme(await loadRules(), content);
  programme.open();
  return { programme, ready: () => programme.state.get() as ReadyState };
}

function stored(key: string) {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}

function otherTabWrites(key: string, text: string) {
  localStorage.setItem(key, text);
  window.dispatchEvent(
    new StorageEvent("storage", { key, newValue: text, storageArea: localStorage }),
  );
}

function failFor(key: string) {
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, name, text) {
    if (name === key) throw new DOMException("", "QuotaExceededError");
    setItem.call(this, name, text);
  });
}
