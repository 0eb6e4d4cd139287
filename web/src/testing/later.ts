import { vi } from "vitest";

/** A promise that a test settles when it likes. */
export function later<T>(): { promise: Promise<T>; settle: (value: T) => void } {
  const settling: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => settling.push(resolve));
  return { promise, settle: (value) => settling[0]?.(value) };
}

/**
 * Skips a simulated delay of this length until the mocks are restored. Other tests check how long
 * it is.
 */
export function skipDelay(delayMs: number) {
  const wait = window.setTimeout.bind(window);
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
    wait(run, ms === delayMs ? 0 : ms)) as typeof setTimeout);
}
