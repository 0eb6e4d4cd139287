/**
 * The tests that every adapter of the programme passes. Each adapter says how to open it and where
 * to read a code.
 */
import type { LoginMode, Referral } from "@bindings";
import { describe, expect, test, vi } from "vitest";
import { type Programme, type ReadyState, PAGE_SIZE } from "@/programme/programme";
import { DRAFT, MEMBER, RECORD } from "@/testing/samples";

export type Fixture = {
  /** A programme without records. */
  readonly programme: Programme;
  /** The code to enter for a number. */
  readonly codeOf: (mobile: string) => string;
  /** Adds stored referrals. */
  readonly absorb: (records: readonly Partial<Referral>[]) => void;
};

/** Defines the tests for an adapter. */
export function describeProgramme(name: string, open: () => Promise<Fixture>) {
  async function begin() {
    const world = await open();
    const { programme } = world;
    programme.open();
    await vi.waitFor(() => expect(programme.state.get().phase).toBe("ready"));
    const ready = () => programme.state.get() as ReadyState;
    async function logIn(mode: LoginMode, mobile: string) {
      await programme.requestCode(mobile);
      return programme.logIn(mode, mobile, world.codeOf(mobile));
    }
    return { ...world, ready, logIn };
  }

  describe(`${name}, like every programme,`, () => {
    test("starts with a guest and an empty list", async () => {
      const { ready } = await begin();
      expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
      expect(ready().totals.all).toBe(0);
    });

    test("refuses an invalid number and says what to do", async () => {
      const { programme } = await begin();
      expect(await programme.requestCode("98400")).toMatchObject({
        outcome: "refused",
        codes: ["mobile-too-short"],
      });
    });

    test("signs a number up, logs it out, and lets it in again", async () => {
      const { programme, ready, logIn } = await begin();
      expect(await logIn("signup", MEMBER)).toMatchObject({ value: { name: "User2345" } });
      expect(ready().account).toMatchObject({ role: "member", user: { mobileNumber: MEMBER } });
      expect(await programme.logOut()).toBeUndefined();
      expect(ready().account.role).toBe("guest");
      expect(await logIn("signup", MEMBER)).toMatchObject({ codes: ["already-registered"] });
      expect(await logIn("login", MEMBER)).toMatchObject({ outcome: "accepted" });
    });

    test("refuses a login without an account, and a wrong code", async () => {
      const { programme, ready, logIn } = await begin();
      expect(await logIn("login", MEMBER)).toMatchObject({ codes: ["not-registered"] });
      await programme.requestCode(MEMBER);
      const outcome = await programme.logIn("signup", MEMBER, "0000");
      expect(outcome).toMatchObject({ outcome: "refused", codes: ["wrong-code"] });
      expect(ready().account.role).toBe("guest");
    });

    test("tells a guest everything that a referral is missing", async () => {
      const { programme } = await begin();
      const draft = { ...DRAFT, referredName: " ", service: "" };
      expect(await programme.submit(draft)).toMatchObject({
        outcome: "refused",
        codes: ["referred-name-missing", "service-missing"],
      });
    });

    test("lists a member's own referrals, also those made as a guest with the same number", async () => {
      const { programme, ready, logIn } = await begin();
      expect(await programme.submit(DRAFT)).toMatchObject({ outcome: "accepted" });
      await programme.submit({ ...DRAFT, referrerPhone: "97455" });
      await logIn("signup", MEMBER);
      await programme.submit({ ...DRAFT, referrerName: "", referrerPhone: "", service: "others" });
      expect(ready().referrals.map(({ serviceLabel }) => serviceLabel)).toEqual([
        "Others",
        "Training",
      ]);
      expect(ready().totals).toMatchObject({ all: 2, pending: 2, points: 0 });
    });

    test("shows the newest referrals, and older ones on request", async () => {
      const { programme, ready, logIn, absorb } = await begin();
      const record = { ...RECORD, referrerMobile: MEMBER };
      absorb(Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, id) => ({ ...record, id })));
      await logIn("signup", MEMBER);
      expect(ready().totals.all).toBe(2 * PAGE_SIZE + 1);
      expect(ready().referrals).toHaveLength(PAGE_SIZE);
      expect(ready().referrals[0]?.referral.id).toBe(2 * PAGE_SIZE);
      await programme.loadMore();
      expect(ready().referrals).toHaveLength(2 * PAGE_SIZE);
      await programme.loadMore();
      expect(ready().referrals).toHaveLength(2 * PAGE_SIZE + 1);
      await programme.logOut();
      await logIn("login", MEMBER);
      expect(ready().referrals).toHaveLength(PAGE_SIZE);
    });

    test("exports a member's own data", async () => {
      const { programme, logIn } = await begin();
      await programme.submit({ ...DRAFT, referrerPhone: "97455", referredName: "Dev" });
      await logIn("signup", MEMBER);
      await programme.submit(DRAFT);
      const exported = await programme.export("json");
      expect(exported).toMatchObject({ value: expect.stringContaining("Binu") });
      expect(exported).not.toMatchObject({ value: expect.stringContaining("Dev") });
      expect(await programme.export("csv")).toMatchObject({
        value: expect.stringContaining('"Binu"'),
      });
    });

    test("erases a member's data, and logs out", async () => {
      const { programme, ready, logIn } = await begin();
      expect(await programme.erase()).toMatchObject({ codes: ["not-logged-in"] });
      await logIn("signup", MEMBER);
      await programme.submit(DRAFT);
      expect(await programme.erase()).toMatchObject({ outcome: "accepted" });
      expect(ready().account.role).toBe("guest");
      expect(await logIn("login", MEMBER)).toMatchObject({ codes: ["not-registered"] });
      await logIn("signup", MEMBER);
      expect(ready().totals.all).toBe(0);
    });
  });
}
