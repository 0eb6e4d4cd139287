import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { later } from "@/testing/later";
import { Draft } from "./drafts";

const EMPTY = { name: "", message: "" };

const opened = () => new Draft("testDraft", EMPTY);

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

test("what was typed is there again in the same tab", () => {
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

test("storage that refuses loses nothing that is in sight", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", "QuotaExceededError");
  });
  const draft = opened();
  draft.change({ name: "Asha" });
  expect(draft.state().text.name).toBe("Asha");
});

test("it is sent once, and is gone when it has arrived", async () => {
  const draft = opened();
  draft.change({ name: "Asha" });
  const arrived = later<boolean>();
  const send = vi.fn<() => Promise<boolean>>(() => arrived.promise);
  const sent = draft.send(send);
  await draft.send(send);
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: "Asha", message: "" });
  expect(draft.state()).toMatchObject({ text: { name: "Asha" }, sending: true });
  arrived.settle(true);
  await sent;
  expect(draft.state()).toEqual({ text: EMPTY, sending: false });
  expect(sessionStorage).toHaveLength(0);
});

test("what has not arrived stays", async () => {
  const draft = opened();
  draft.change({ name: "Asha" });
  await draft.send(() => Promise.resolve(false));
  expect(draft.state()).toEqual({ text: { name: "Asha", message: "" }, sending: false });
});
