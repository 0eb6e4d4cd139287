import { vi } from "vitest";

/**
 * Skips a simulated delay of this length until the mocks are restored. Other tests check how long
 * it is.
 */
export function skipDelay(delayMs: number) {
  const wait = window.setTimeout.bind(window);
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
    wait(run, ms === delayMs ? 0 : ms)) as typeof setTimeout);
}
