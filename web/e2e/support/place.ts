/** Which hosted server a page belongs to; none for a page whose programme lives in the browser. */
import type { BrowserContext, Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";

const servers = new WeakMap<BrowserContext, HostedServer>();

export function settle(context: BrowserContext, server: HostedServer) {
  servers.set(context, server);
}

export function serverOf(page: Page): HostedServer | undefined {
  return servers.get(page.context());
}
