import type { Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { BINU, fillReferred, MEMBER, openReferral, submit } from "./programme";
import { expect } from "./test";

/** A guest refers somebody; the form is empty afterwards. */
export async function referAsGuest(page: Page, name = BINU.name, service = BINU.service) {
  await fillInAsGuest(page, name, service);
  await submit(page);
}

/** A guest fills in the whole form. */
export async function fillInAsGuest(page: Page, name = BINU.name, service = BINU.service) {
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill(MEMBER);
  await fillReferred(page, { ...BINU, name, service });
}

/** Writes through the contact form. */
export async function writeMessage(page: Page) {
  await page.goto("/contact");
  await writeMessageHere(page);
}

/** The same, on the contact page. */
export async function writeMessageHere(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Asha Menon");
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
  await page.getByLabel("Subject", { exact: true }).fill("Forty fitters");
  await page.getByLabel("Message", { exact: true }).fill("Doha, from March.\nTwo shifts.");
  await page.getByRole("button", { name: "Send Message" }).click();
}

/** The admin's whole page: a list with an opened history, and a contact message. */
export async function openAdminsPage(page: Page, server: HostedServer) {
  await writeMessage(page);
  await expect(page.getByText("Message Sent!").first()).toBeVisible();
  await openReferral(page);
  await referAsGuest(page);
  await referAsGuest(page, "محمد عبد الله", "Others");
  await server.enterAdmin(page);
  await page.getByText("History").first().click();
  await expect(page.getByText(/with 0 points/)).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Forty fitters" })).toBeVisible();
}
