/** What only hosted mode shows, for everybody, on every screen. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { test } from "./support/hosted";
import type { HostedServer } from "./support/hosted-server";
import { openAdminsPage, referAsGuest } from "./support/hosted-visits";
import { ADMIN, askForCode, MEMBER, openReferral } from "./support/programme";
import { expect } from "./support/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const STATES: Record<string, (page: Page, server: HostedServer) => Promise<unknown>> = {
  "the code dialog": async (page) => {
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "a member": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.enter(page, "Sign Up", MEMBER);
  },
  "the second factor": async (page, server) => {
    await openReferral(page);
    await server.enter(page, "Login", ADMIN);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByLabel("Authenticator code")).toHaveAttribute("aria-invalid", "true");
  },
  "the admin": openAdminsPage,
  "a search without a find": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.enterAdmin(page);
    await page.getByRole("searchbox").fill("nobody");
    await expect(page.getByText("No referrals match.")).toBeVisible();
  },
  "the erasure dialog": async (page, server) => {
    await openReferral(page);
    await server.enterAdmin(page);
    await page.getByRole("button", { name: "Erase a person’s data" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "a referral that waits": async (page) => {
    await openReferral(page);
    await page.context().setOffline(true);
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill("98400");
    await page.getByLabel("Referred Person's Name").fill("Binu");
    await page.getByLabel("Referred Person's Phone Number").fill("97455");
    await page.getByLabel("Service").selectOption("Training");
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expect(page.getByText("1 referral waits for a connection.")).toBeVisible();
  },
};

for (const [state, reach] of Object.entries(STATES)) {
  test.describe(`Hosted: ${state}`, { tag: "@once" }, () => {
    for (const scheme of ["light", "dark"] as const) {
      test(`has no accessibility violation in the ${scheme} scheme`, async ({ page, server }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await reach(page, server);
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      });
    }

    test("fits 320 pixels", async ({ page, server }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await reach(page, server);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
