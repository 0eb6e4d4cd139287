/** Whether we may say who referred them: asked beside the reminder, sent with the form, and kept while it waits. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { problem } from "@/testing/server/answers";
import { button, fillIn, showHostedPage, site } from "./testing/hosted-site";

const SUBMIT = "POST /referrals";
const question = page.getByRole("group", { name: "May we say who referred them?" });
const box = question.getByRole("checkbox", { name: "Yes, tell them my name" });

beforeEach(showHostedPage);

test("it is a no until somebody ticks it", async () => {
  await expect.element(box).not.toBeChecked();
  await expect.element(page.getByText(/Please ask them first\./)).toBeVisible();
  await fillIn();
  await userEvent.click(button("Submit Referral"));
  await expect.poll(() => site.server.of(SUBMIT)).toHaveLength(1);
  expect(site.server.of(SUBMIT)[0]?.value).not.toHaveProperty("sayWho");
});

test("a yes is sent beside the form, also after it has waited, and comes back with what was refused", async () => {
  site.browser.online = false;
  await fillIn();
  await userEvent.click(box);
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
  await expect.element(box).not.toBeChecked();
  site.browser.online = true;
  site.server.instead.set(SUBMIT, () => problem(413, ["text-too-long"]));
  await userEvent.click(button("Send now"));
  await expect.element(page.getByText(/Binu was not accepted/)).toBeVisible();
  const { value } = site.server.of(SUBMIT).at(-1) ?? {};
  expect(value).toMatchObject({ sayWho: true, draft: { referredName: "Binu" } });
  expect(value).not.toHaveProperty("draft.sayWho");
  await userEvent.click(button("Put it back into the form"));
  await expect.element(box).toBeChecked();
});

test("it cannot be changed while the referral is being sent, which leaves the form empty", async () => {
  const answer = Promise.withResolvers<Response>();
  await fillIn();
  await userEvent.click(box);
  site.server.instead.set(SUBMIT, () => answer.promise);
  await userEvent.click(button("Submit Referral"));
  await expect.element(button("Submitting...")).toBeVisible();
  await expect.element(box).toBeDisabled();
  site.server.instead.delete(SUBMIT);
  answer.resolve(new Response(null, { status: 503 }));
  await expect.element(box).toBeEnabled();
});
