import { afterEach, beforeEach } from "vitest";
import { describeProgramme } from "@/programme/testing/acceptance";
import { HostedProgramme } from "./hosted-programme";
import { FakeBrowser } from "@/testing/server/fake-server";
import { ProgrammeServer } from "@/testing/server/programme-server";

let closing = new AbortController();

beforeEach(() => {
  localStorage.clear();
  closing = new AbortController();
});
afterEach(() => closing.abort());

describeProgramme("The programme on a server", async () => {
  const server = await ProgrammeServer.start();
  const { fetch } = new FakeBrowser(server);
  return {
    programme: new HostedProgramme({ fetch, signal: closing.signal }),
    codeOf: (mobile) => server.codeOf(mobile),
    absorb: (records) => server.absorb(records),
  };
});
