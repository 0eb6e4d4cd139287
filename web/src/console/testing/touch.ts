/** A device that is touched, for tests. */
import { vi } from "vitest";
import { TOUCH } from "@/components/touch";

/** From now on, pointers are fingers for the console's scripts. Undone before the next test. */
export function touch() {
  const real = matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => real(query === TOUCH ? "all" : query));
}
