import { LIMITS, STORAGE_KEYS } from "@bindings";
import { beforeEach } from "vitest";
import { describeProgramme } from "@/programme/testing/acceptance";
import { loadRules } from "@/rules";
import { skipDelay } from "@/testing/later";
import { BrowserProgramme } from "./browser-programme";

const ADMIN = "1000000000";
const CODE = "1234";

beforeEach(() => {
  localStorage.clear();
  skipDelay(LIMITS.referralDelayMs);
});

describeProgramme("The programme in the browser", async () => ({
  programme: new BrowserProgramme(await loadRules(), { adminNumber: ADMIN, simulatedCode: CODE }),
  codeOf: () => CODE,
  absorb: (records) => {
    localStorage.setItem(STORAGE_KEYS.referrals, JSON.stringify(records));
  },
}));
