import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onReturn } from "./connection";

const retry = vi.fn<() => void>();
const refresh = vi.fn<() => void>();
let closing: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  closing = new AbortController();
  onReturn({ retry, refresh }, closing.signal);
});

afterEach(() => {
  closing.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

test("the connection is tried every half a minute while the page is visible", () => {
  vi.advanceTimersByTime(90_000);
  expect(retry).toHaveBeenCalledTimes(3);
  become("hidden");
  vi.advanceTimersByTime(90_000);
  expect(retry).toHaveBeenCalledTimes(3);
});

test("a page that was hidden for more than a minute is fetched again", () => {
  become("hidden");
  vi.advanceTimersByTime(59_000);
  become("visible");
  expect(refresh).not.toHaveBeenCalled();
  become("hidden");
  vi.advanceTimersByTime(61_000);
  become("visible");
  expect(refresh).toHaveBeenCalledOnce();
});

test("a restored connection is used at once, until the page is closed", () => {
  window.dispatchEvent(new Event("online"));
  expect(refresh).toHaveBeenCalledOnce();
  closing.abort();
  window.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(90_000);
  expect(refresh).toHaveBeenCalledOnce();
  expect(retry).not.toHaveBeenCalled();
});

function become(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}
