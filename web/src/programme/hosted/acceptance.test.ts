import { afterEach, beforeEach } from "vitest";
import { describeProgramme } from "@/programme/testing/acceptance";
import type { ReadyState } from "@/programme/programme";
import { HostedProgramme } from "./hosted-programme";
import { ADMIN } from "./testing/fake-records";
import { FakeBrowser, FakeServer, SECOND_FACTOR } from "./testing/fake-server";

let closing = new AbortController();

beforeEach(() => {
  localStorage.clear();
  closing = new AbortController();
});
afterEach(() => closing.abort());

describeProgramme(
  "The programme on a server",
  async () => {
    const server = await FakeServer.start();
    const { fetch } = new FakeBrowser(server);
    const programme = new HostedProgramme({ fetch, signal: closing.signal });
    return {
      programme,
      codeOf: (mobile) => server.codeOf(mobile),
      becomeAdmin: async () => {
        await (programme.state.get() as ReadyState).hosted?.actions.confirm(SECOND_FACTOR);
      },
      absorb: (records) => server.absorb(records),
    };
  },
  ADMIN,
);
