/** States of hosted mode that no other journey passes through, and how to reach each. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { sendButton } from "./contact";
import { ADMIN, BINU, fillReferred, MEMBER, openReferral, submit } from "./programme";
import { endSessionByRequest } from "./by-request";

type State = (page: Page, server: HostedServer) => Promise<unknown>;

export const HOSTED_STATES: Record<string, State> = {
  "a guest": openReferral,
  "a refused message": async (page) => {
    await page.goto("/contact");
    await sendButton(page).click();
    await expect(page.getByRole("heading", { name: /^Error: / })).toBeVisible();
  },
  "a login that has ended": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await endSessionByRequest(page);
    await page.evaluate(() => {
      for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
    });
    await expect(page.getByText(/Your login has ended/)).toBeVisible();
  },
  "a member of staff": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Login", ADMIN);
    await fillReferred(page, { ...BINU, name: "محمد عبد الله", service: "Others" });
    await submit(page);
  },
  "a waiting referral that was not accepted": async (page) => {
    await page.goto("/contact");
    await page.evaluate((item) => {
      localStorage.setItem(`waitingReferrals ${item.key}`, JSON.stringify(item));
    }, REFUSED);
    await openReferral(page);
    await expect(page.getByText(/Your referral of .* was not accepted/)).toBeVisible();
  },
};

/** A guest's, which the server has refused for good. */
const REFUSED = {
  key: "refused-for-good-1",
  at: 1_763_690_000_000,
  refused: { title: "Error", description: "A text is too long.", variant: "destructive" },
  draft: {
    referrerName: "Asha",
    referrerPhone: MEMBER,
    referredName: BINU.name,
    referredPhone: BINU.phone,
    service: "training",
    notes: "",
  },
};
