import { describe, expect, test, vi } from "vitest";
import { later } from "@/testing/later";
import { IdempotencyKeys } from "./hosted/idempotency-keys";
import { IDEMPOTENCY_STORAGE_KEYS, Draft, forgetDrafts } from "./drafts";

const MEMBER = "919840012345";
const OTHER = "919840099999";
const EMPTY = { name: "", message: "" };

const opened = () => new Draft("testDraft", EMPTY);

test("typed text is restored in the same tab", () => {
  opened().change({ name: "Asha" });
  expect(opened().state().text).toEqual({ name: "Asha", message: "" });
  opened().clear();
  expect(sessionStorage).toHaveLength(0);
});

for (const text of ["", "no JSON", "null", "7", "[]", '{"name":7,"other":"x","__proto__":"y"}']) {
  test(`a stored ${text || "nothing"} is an empty form`, () => {
    sessionStorage.setItem("testDraft", text);
    expect(opened().state().text).toEqual(EMPTY);
  });
}

test("a failing storage does not lose the text in the form", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", "QuotaExceededError");
  });
  const draft = opened();
  draft.change({ name: "Asha" });
  expect(draft.state().text.name).toBe("Asha");
});

test("a draft is sent once, and removed when it has arrived", async () => {
  const draft = opened();
  draft.change({ name: "Asha" });
  const arrived = later<boolean>();
  const send = vi.fn<() => Promise<boolean>>(() => arrived.promise);
  const sent = draft.submit(send);
  await draft.submit(send);
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: "Asha", message: "" });
  expect(draft.state()).toMatchObject({ text: { name: "Asha" }, sending: true });
  arrived.settle(true);
  await sent;
  expect(draft.state()).toEqual({ text: EMPTY, sending: false, by: "" });
  expect(sessionStorage).toHaveLength(0);
});

test("a logout removes the hashes of what was sent", async () => {
  for (const name of Object.values(IDEMPOTENCY_STORAGE_KEYS))
    await new IdempotencyKeys(name).keyFor({ name: "Asha" });
  expect(sessionStorage).toHaveLength(2);
  forgetDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test("a draft that has not arrived is kept", async () => {
  const draft = opened();
  draft.change({ name: "Asha" });
  await draft.submit(() => Promise.resolve(false));
  expect(draft.state()).toEqual({ text: { name: "Asha", message: "" }, sending: false, by: "" });
});

describe("Several people in one tab", () => {
  test("what a member has typed is shown to that member alone", () => {
    const draft = opened();
    draft.showTo(MEMBER);
    draft.change({ name: "Asha" });
    for (const other of ["", OTHER]) {
      draft.showTo(other);
      expect(draft.state().text).toEqual(EMPTY);
    }
    draft.change({ name: "Chitra" });
    draft.showTo(MEMBER);
    expect(draft.state().text.name).toBe("Asha");
    sessionStorage.setItem("draftOwner", OTHER);
    expect(opened().state()).toMatchObject({ text: { name: "Chitra" }, by: OTHER });
  });

  test("a guest who logs in keeps the typed text, unless the member has a draft already", () => {
    const draft = opened();
    draft.change({ name: "Asha" });
    draft.showTo(MEMBER);
    expect(draft.state().text.name).toBe("Asha");
    draft.showTo("");
    expect(draft.state().text).toEqual(EMPTY);
    draft.change({ name: "Chitra" });
    draft.showTo(MEMBER);
    expect(draft.state().text.name).toBe("Asha");
    draft.showTo("");
    expect(draft.state().text.name).toBe("Chitra");
  });

  test("a draft that arrives after another login is removed for its sender", async () => {
    const draft = opened();
    draft.showTo(MEMBER);
    draft.change({ name: "Asha" });
    const arrived = later<boolean>();
    const sent = draft.submit(() => arrived.promise);
    draft.showTo(OTHER);
    arrived.settle(true);
    await sent;
    draft.showTo(MEMBER);
    expect(draft.state()).toEqual({ text: EMPTY, sending: false, by: MEMBER });
    expect(sessionStorage).toHaveLength(0);
  });

  test("a guest's draft that was kept at login is removed when it has arrived", async () => {
    const draft = opened();
    draft.change({ name: "Asha" });
    const arrived = later<boolean>();
    const sent = draft.submit(() => arrived.promise);
    draft.showTo(MEMBER);
    arrived.settle(true);
    await sent;
    expect(draft.state().text).toEqual(EMPTY);
    expect(sessionStorage).toHaveLength(0);
  });

  test("a logout erases the drafts of the member and of guests, and nobody else's", () => {
    const draft = opened();
    draft.change({ name: "Guest" });
    for (const by of [OTHER, MEMBER]) {
      draft.showTo(by);
      draft.change({ name: by });
      draft.showTo("");
    }
    draft.change({ name: "Guest" });
    draft.forget(MEMBER);
    expect(draft.state().text).toEqual(EMPTY);
    draft.showTo(MEMBER);
    expect(draft.state().text).toEqual(EMPTY);
    draft.showTo(OTHER);
    expect(draft.state().text.name).toBe(OTHER);
  });
});
