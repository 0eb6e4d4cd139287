import { HOSTED_LIMITS } from "@bindings/hosted";
import { afterEach, beforeEach, vi } from "vitest";
import type { FakeBrowser, FakeServer } from "./fake-server";
import { freshSite, openTab } from "./open-hosted";

/** A site without records for each test of a file. Its tabs are closed when the test ends. */
export function siteForEachTest() {
  let closing = new AbortController();
  const site = {
    ...({} as { server: FakeServer; browser: FakeBrowser }),
    /** Aborted when the tabs are closed. */
    signal: () => closing.signal,
    /** The referrals that wait on this device, as they are stored. */
    stored: () => JSON.parse(localStorage.getItem(HOSTED_LIMITS.waitingKey) ?? "[]") as unknown,
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
    vi.restoreAllMocks();
  });
  return site;
}
