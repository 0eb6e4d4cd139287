import { HOSTED_LIMITS } from "@bindings/hosted-words";
import { afterEach, beforeEach, vi } from "vitest";
import type { FakeBrowser, FakeServer } from "./fake-server";
import { freshSite, openTab } from "./open-hosted";

/** For each test of a file a site without records, whose tabs are closed when the test ends. */
export function siteForEachTest() {
  let closing = new AbortController();
  const site = {
    ...({} as { server: FakeServer; browser: FakeBrowser }),
    /** Ends with the tabs. */
    until: () => closing.signal,
    /** What waits on this device, as it is kept there. */
    stored: () => JSON.parse(localStorage.getItem(HOSTED_LIMITS.waitingKey) ?? "[]") as unknown,
    /** `pauses` come before a write that got no answer is tried again: there is none by itself. */
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
