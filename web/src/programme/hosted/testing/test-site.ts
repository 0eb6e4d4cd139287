import { HOSTED_LIMITS } from "@bindings/hosted";
import { afterEach, beforeEach } from "vitest";
import type { FakeBrowser } from "@/testing/server/fake-server";
import type { ProgrammeServer } from "@/testing/server/programme-server";
import { freshSite, openTab } from "./open-hosted";

const WAITING = HOSTED_LIMITS.waitingKey;

/** A site without records for each test of a file. Its tabs are closed when the test ends. */
export function siteForEachTest() {
  let closing = new AbortController();
  const site = {
    ...({} as { server: ProgrammeServer; browser: FakeBrowser }),
    /** Aborted when the tabs are closed. */
    signal: () => closing.signal,
    /** What waits on this device: the entries of local storage, by name. */
    stored: () => Object.entries({ ...localStorage }).filter(([name]) => name.startsWith(WAITING)),
    /**
     * Opens a tab. `pauses` are the pauses before a write without an answer is retried; none by
     * default.
     */
    tab: (pauses?: readonly number[]) => openTab(site.server, site.browser, closing.signal, pauses),
    closeTabs() {
      closing.abort();
      closing = new AbortController();
    },
  };
  beforeEach(async () => {
    Object.assign(site, await freshSite());
  });
  afterEach(() => {
    site.closeTabs();
  });
  return site;
}
