/**
 * The tests' `test`: a journey fails if the page throws, complains on the console, breaks its
 * security policy or misses a file, whatever else it shows.
 */
import { test as base, expect } from "@playwright/test";
import { type HostedServer, withServer } from "./hosted-server";
import { setServer } from "./programme";

export { expect };

type Options = {
  /** Whether the programme lives on a server, one for each journey. */
  hosted: boolean;
  /** The name that visitors know that server by, if it has one: no passkey is bound to an address. */
  siteName: string | undefined;
  /** That server. */
  serverIfHosted: HostedServer | undefined;
  /** What this journey makes the page say on the console on purpose. */
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
  context: async ({ context, serverIfHosted, browserName }, use) => {
    if (serverIfHosted) setServer(context, serverIfHosted);
    if (browserName === "firefox") await context.addInitScript(insertAsTyped);
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
        // A page that is answered with 404 on purpose is told so by the browser itself.
        const own = message.location().url === message.page()?.url();
        if (own && message.text().includes("status of 404")) return;
        if (message.text() === "Service Worker registration blocked by Playwright") return;
        // A refusal by the server is a failed request to the browser.
        if (hosted && message.text().startsWith("Failed to load resource")) return;
        if (!allowedConsole?.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * In Firefox, Playwright sets a field's value by a script of this name, which React does not hear of,
 * and cannot replace what an e-mail field holds. Here the text arrives as if it were typed.
 */
function insertAsTyped() {
  Object.defineProperty(window, "__pw_bidiInsertText", {
    get: () => (text: string) => document.execCommand("insertText", false, text) && undefined,
    set() {
      // Playwright's own, which comes after this one.
    },
  });
}

/** For journeys through what only hosted mode has. Where no program is named, they are left out. */
export const hostedTest = test.extend<{ server: HostedServer }>({
  server: async ({ serverIfHosted }, use) => {
    if (!serverIfHosted) throw new Error("Only the project for hosted mode has a server.");
    await use(serverIfHosted);
  },
});
