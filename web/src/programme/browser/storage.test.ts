import { STORAGE_KEYS } from "@bindings";
import { describe, expect, test, vi } from "vitest";
import { openStorage } from "./storage";

describe("A browser whose storage works", () => {
  test("writes all entries of a change", () => {
    const storage = openStorage();
    expect(storage.persistent).toBe(true);
    expect(
      storage.write([
        ["a", "1"],
        ["b", "2"],
      ]),
    ).toBeUndefined();
    expect([localStorage.getItem("a"), localStorage.getItem("b")]).toEqual(["1", "2"]);
  });

  test("removes an entry whose text is null", () => {
    localStorage.setItem("a", "1");
    openStorage().write([["a", null]]);
    expect(localStorage.getItem("a")).toBeNull();
  });

  test("does not write an entry that has not changed", () => {
    localStorage.setItem("a", "1");
    const setItem = vi.spyOn(Storage.prototype, "setItem");
    openStorage().write([["a", "1"]]);
    expect(setItem).not.toHaveBeenCalled();
  });
});

describe("A write that fails half-way", () => {
  test("changes nothing", () => {
    localStorage.setItem("a", "before");
    const storage = openStorage();
    failFor("b", new DOMException("", "QuotaExceededError"));
    expect(
      storage.write([
        ["a", "after"],
        ["b", "2"],
      ]),
    ).toBe("storage-full");
    expect(localStorage.getItem("a")).toBe("before");
    expect(localStorage.getItem("b")).toBeNull();
  });

  test.each([
    ["Chromium and Safari", new DOMException("", "QuotaExceededError"), "storage-full"],
    ["Firefox", new DOMException("", "NS_ERROR_DOM_QUOTA_REACHED"), "storage-full"],
    ["an older browser", new DOMException("", "QUOTA_EXCEEDED_ERR"), "storage-full"],
    ["an old WebKit", Object.assign(new Error(), { code: 22 }), "storage-full"],
    ["an old Firefox", Object.assign(new Error(), { code: 1014 }), "storage-full"],
    ["a document that is gone", new DOMException("", "InvalidStateError"), "storage-failed"],
    ["a browser that forbids it", new DOMException("", "SecurityError"), "storage-failed"],
  ])("is told apart as %s spells it", (_, error, code) => {
    const storage = openStorage();
    failFor("a", error);
    expect(storage.write([["a", "1"]])).toBe(code);
  });
});

describe("A browser whose storage cannot be read", () => {
  test.each(Object.values(STORAGE_KEYS))("does not break the page when %s throws", (forbidden) => {
    const getItem = Storage.prototype.getItem;
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(function (this: Storage, key) {
      if (key === forbidden) throw new DOMException("", "SecurityError");
      return getItem.call(this, key);
    });
    const storage = openStorage();
    expect(storage.persistent).toBe(false);
    storage.write([["a", "1"]]);
    expect(storage.get("a")).toBe("1");
    expect(localStorage.length).toBe(0);
  });
});

function failFor(key: string, error: Error) {
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, name, text) {
    if (name === key) throw error;
    setItem.call(this, name, text);
  });
}
