/**
 * `test` for journeys. A journey also fails if the page throws, logs an error or warning, violates
 * its security policy or misses a file.
 */
import { test as base, expect } from "@playwright/test";
import { fillAsTyped } from "./contexts";
import { type HostedServer, withServer } from "./hosted-server";
import { keepNotices, setServer } from "./programme";

export { expect };

type Options = {
  /** Whether the programme is on a server. Each journey has its own. */
  hosted: boolean;
  /** The server's host name, if it has one. Passkeys need one. */
  siteName: string | undefined;
  /** The server. */
  serverIfHosted: HostedServer | undefined;
  /** Console messages that this journey causes on purpose. */
  allowedConsole: RegExp | undefined;
  faults: string[];
};

export const test = base.extend<Options>({
  hosted: [false, { option: true }],
  siteName: [undefined, { option: true }],
  serverIfHosted: async ({ hosted, siteName }, use) => {
    if (hosted) await withServer(use, siteName);
    else await use(undefined);
  },
  baseURL: async ({ serverIfHosted, baseURL }, use) => use(serverIfHosted?.address ?? baseURL),
  context: async ({ context, serverIfHosted, serviceWorkers }, use) => {
    if (serverIfHosted) setServer(context, serverIfHosted);
    // The service worker is registered after as many seconds as a notice is shown.
    if (serviceWorkers === "block") await context.addInitScript(keepNotices);
    await fillAsTyped(context);
    await use(context);
  },
  allowedConsole: [undefined, { option: true }],
  faults: [
    async ({ context, hosted, allowedConsole }, use) => {
      const faults: string[] = [];
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          console.error(`Policy violation: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      context.on("weberror", (error) => faults.push(String(error.error())));
      context.on("console", (message) => {
        if (!["error", "warning"].includes(message.type())) return;
        // The browser itself logs a page that is answered with 404 on purpose.
        const own = message.location().url === message.page()?.url();
        if (own && message.text().includes("status of 404")) return;
        if (message.text() === "Service Worker registration blocked by Playwright") return;
        // The browser logs a refusal by the server as a failed request.
        if (hosted && message.text().startsWith("Failed to load resource")) return;
        if (!allowedConsole?.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** For journeys in hosted mode only. They are left out if no program is given. */
export const hostedTest = test.extend<{ server: HostedServer }>({
  server: async ({ serverIfHosted }, use) => {
    if (!serverIfHosted) throw new Error("Only the project for hosted mode has a server.");
    await use(serverIfHosted);
  },
});
