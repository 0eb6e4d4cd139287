/** Journeys through what only hosted mode has. Where no program is named, they are left out. */
import type { HostedServer } from "./hosted-server";
import { test as base } from "./test";

export const test = base.extend<{ server: HostedServer }>({
  hosted: true,
  server: async ({ place }, use) => {
    if (!place) throw new Error("A hosted journey has a server.");
    await use(place);
  },
});
