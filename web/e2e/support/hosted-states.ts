/** States of hosted mode that no other journey passes through, and how to reach each. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { sendButton } from "./contact";
import { BINU, MEMBER, openReferral, referAsGuest } from "./programme";
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
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText(/Your login has ended/)).toBeVisible();
  },
  "the admin": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await referAsGuest(page, { name: "محمد عبد الله", service: "Others" });
    await server.logInAsAdmin(page);
  },
  "a referral that waits for nobody who is known": async (page) => {
    await page.goto("/contact");
    await page.evaluate((item) => {
      localStorage.setItem("waitingReferrals", JSON.stringify([item]));
    }, KEPT_LONG_AGO);
    await openReferral(page);
    await expect(page.getByText(/User2345’s referral of .* was not accepted/)).toBeVisible();
  },
};

/** From an earlier version, which stored the owner only by display name. */
const KEPT_LONG_AGO = {
  key: "kept-long-ago-0001",
  at: 1_763_690_000_000,
  date: "21/11/2025",
  by: "User2345",
  draft: {
    referrerName: "",
    referrerPhone: "",
    referredName: BINU.name,
    referredPhone: BINU.phone,
    service: "training",
    notes: "",
  },
};
