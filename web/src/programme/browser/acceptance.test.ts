import { LIMITS, STORAGE_KEYS } from "@bindings";
import { afterEach, beforeEach, vi } from "vitest";
import { describeProgramme } from "@/programme/testing/acceptance";
import { loadRules } from "@/rules";
import { BrowserProgramme } from "./browser-programme";

const ADMIN = "1000000000";
const CODE = "1234";

beforeEach(() => {
  localStorage.clear();
  skipTheSimulatedWait();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describeProgramme(
  "The programme in the browser",
  async () => ({
    programme: new BrowserProgramme(await loadRules(), { adminNumber: ADMIN, simulatedCode: CODE }),
    codeOf: () => CODE,
    becomeAdmin: () => Promise.resolve(),
    absorb: (records) => {
      localStorage.setItem(STORAGE_KEYS.referrals, JSON.stringify(records));
    },
  }),
  ADMIN,
);

/** Another test checks how long the delay is. */
function skipTheSimulatedWait() {
  const wait = window.setTimeout.bind(window);
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
    wait(run, ms === LIMITS.referralDelayMs ? 0 : ms)) as typeof setTimeout);
}
