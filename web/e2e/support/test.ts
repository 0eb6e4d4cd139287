/**
 * The tests' `test`: a journey fails if the page throws, complains on the console, breaks its
 * security policy or misses a file, whatever else it shows.
 */
import { test as base, expect } from "@playwright/test";

export { expect };

type Options = {
  /** What this journey makes the page say on the console on purpose. */
  allowedConsole: RegExp | undefined;
  faults: string[];
};

export const test = base.extend<Options>({
  allowedConsole: [undefined, { option: true }],
  faults: [
    async ({ context, allowedConsole }, use) => {
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
        if (!allowedConsole?.test(message.text())) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});
