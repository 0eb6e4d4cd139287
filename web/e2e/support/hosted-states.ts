/** The states of the referral page in hosted mode, and how to reach each. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { sendButton } from "./contact";
import {
  ADMIN,
  askForCode,
  BINU,
  editPoints,
  fillAsGuest,
  fillReferred,
  MEMBER,
  openReferral,
  referAsGuest,
  referralOf,
} from "./programme";
import {
  savePointsByRequest,
  endSessionByRequest,
  logInByRequest,
  refuseAsStale,
} from "./by-request";

type State = (page: Page, server: HostedServer) => Promise<unknown>;

export const HOSTED_STATES: Record<string, State> = {
  "a guest": openReferral,
  "a refused message": async (page) => {
    await page.goto("/contact");
    await sendButton(page).click();
    await expect(page.getByRole("heading", { name: /^Error: / })).toBeVisible();
  },
  "the code dialog": async (page) => {
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "a member": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await page.getByText("What happened").first().click();
    await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  },
  "a login that has ended": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await endSessionByRequest(page);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText(/Your login has ended/)).toBeVisible();
  },
  "a login that has changed": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await fillReferred(page, BINU);
    await logInByRequest(page, server, "Sign Up", "919840099999");
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expect(page.getByRole("heading", { name: "Welcome, User9999!" })).toBeVisible();
  },
  "the second factor": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Login", ADMIN);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByLabel("Authenticator code")).toHaveAttribute("aria-invalid", "true");
  },
  "the admin": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await referAsGuest(page, { name: "محمد عبد الله", service: "Others" });
    await server.logInAsAdmin(page);
  },
  "the second factor, asked for again": async (page, server) => {
    await openReferral(page);
    await server.logInAsAdmin(page);
    await refuseAsStale(page, "**/api/export?format=json");
    await page.getByRole("button", { name: "Export as JSON" }).click();
    await expect(page.getByRole("dialog", { name: "Confirm it is still you" })).toBeVisible();
  },
  "a member's logins": async (page, server) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await page.getByText("Show where you are logged in").click();
    await expect(page.getByText("This login")).toBeVisible();
  },
  "an edit that somebody else was faster with": async (page, server) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.logInAsAdmin(page);
    const points = await editPoints(referralOf(page, BINU.name));
    await savePointsByRequest(page, "25");
    await points.fill("10");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(points).toHaveAccessibleDescription(/set 25 points/);
  },
  "a referral that waits": async (page) => {
    await openReferral(page);
    await page.context().setOffline(true);
    await fillAsGuest(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expect(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
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
