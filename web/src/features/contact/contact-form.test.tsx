import { LIMITS, MESSAGE_SENT, REJECTIONS, BROWSER_FAILURES } from "@bindings";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dismiss } from "@/components/toast/toast-store";
import { ToastRegion } from "@/components/toast/toast-region";
import { contactDraft, forgetDrafts, showDraftsTo } from "@/programme/drafts";
import { messageReceiver } from "@/programme/site-mode";
import type { SendMessage } from "@/programme/programme";
import { renderAt } from "@/testing/render-at";
import { skipDelay } from "@/testing/later";
import { ContactForm } from "./contact-form";

vi.mock(import("@/programme/site-mode"), { spy: true });

const MESSAGE = {
  Name: "Asha Menon",
  Email: "asha@example.com",
  Subject: "Forty fitters",
  Message: "Doha, from March.\nTwo shifts.",
};
const VALUES = Object.fromEntries(
  Object.entries(MESSAGE).map(([label, value]) => [label.toLowerCase(), value]),
);

const notices = page.getByRole("region", { name: /Notifications/ });
const send = page.getByRole("button", { name: "Send Message" });
const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });

let logged: MockInstance<typeof console.log>;

beforeEach(() => {
  logged = vi.spyOn(console, "log").mockReturnValue();
  skipDelay(LIMITS.contactDelayMs);
});

afterEach(() => {
  dismiss();
  forgetDrafts();
  showDraftsTo();
  vi.mocked(messageReceiver).mockReset();
});

test("the browser itself requires all four fields and a valid email", async () => {
  await show();
  for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toBeRequired();
  await expect.element(field("Email")).toHaveAttribute("type", "email");
  await expect.element(field("Message")).toHaveAttribute("rows", String(LIMITS.contactMessageRows));
  await userEvent.click(send);
  await expect.element(field("Name")).toHaveFocus();
  expect(logged).not.toHaveBeenCalled();
});

test("all errors are at the top and beside each field, until it is sent", async () => {
  await show();
  await userEvent.fill(field("Name"), MESSAGE.Name);
  await userEvent.fill(field("Email"), "asha@");
  await userEvent.fill(field("Message"), "  ");
  await userEvent.click(send);
  const summary = page.getByRole("heading", { name: "Error: Nothing has been sent yet." });
  await expect.element(summary).toBeVisible();
  const refused = [
    ["Email", REJECTIONS["contact-email-invalid"].hint],
    ["Subject", REJECTIONS["contact-subject-missing"].hint],
    ["Message", REJECTIONS["contact-message-missing"].hint],
  ] as const;
  expect(page.getByRole("listitem").elements()).toHaveLength(refused.length);
  await expect.element(field("Email")).toHaveFocus();
  for (const [label, hint] of refused) {
    await expect.element(field(label)).toHaveAccessibleDescription(hint);
    await userEvent.click(page.getByRole("link", { name: hint }));
    await expect.element(field(label)).toHaveFocus();
  }
  await expect.element(field("Name")).not.toHaveAttribute("aria-invalid");
  await fillIn();
  await expect.element(field("Subject")).not.toHaveAttribute("aria-invalid");
  await expect.element(summary).toBeVisible();
  await userEvent.click(send);
  await expect.element(summary).not.toBeInTheDocument();
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
});

test("sending a message takes a moment, logs it, shows a notice and clears the form", async () => {
  vi.mocked(window.setTimeout).mockRestore();
  await show();
  await fillIn();
  const start = performance.now();
  await userEvent.click(send);
  await expect.element(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
  expect(performance.now() - start).toBeGreaterThanOrEqual(LIMITS.contactDelayMs);
  expect(logged.mock.calls.map((line) => line.at(-1))).toEqual([VALUES]);
  for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toHaveValue("");
  await expect.element(send).toBeEnabled();
});

test("two quick submits send one message", async () => {
  await show();
  await fillIn();
  const form = page.getByRole("form").element();
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
});

test("blanks count as missing, and the browser says so at the field until it is corrected", async () => {
  await show();
  await fillIn();
  await userEvent.fill(field("Subject"), "   ");
  await userEvent.click(send);
  await expect.element(field("Subject")).toHaveFocus();
  const subject = field("Subject").element() as HTMLInputElement;
  expect(subject.validationMessage).toBe(REJECTIONS["contact-subject-missing"].hint);
  await userEvent.fill(field("Subject"), MESSAGE.Subject);
  expect(subject.validationMessage).toBe("");
  expect(logged).not.toHaveBeenCalled();
});

test("the server's error is shown beside its field until it is corrected", async () => {
  const { hint } = REJECTIONS["contact-email-invalid"];
  const code = "contact-email-invalid" as const;
  const notice = { title: "Error", description: hint, variant: "destructive" } as const;
  vi.mocked(messageReceiver).mockResolvedValue(() =>
    Promise.resolve({
      outcome: "refused",
      codes: [code],
      notice,
      errors: [{ code, field: "email", hint }],
    }),
  );
  await show();
  await fillIn();
  await userEvent.click(send);
  const email = field("Email");
  await expect.element(email).toHaveAccessibleDescription(REJECTIONS["contact-email-invalid"].hint);
  await expect.element(email).toHaveFocus();
  expect(logged).not.toHaveBeenCalled();
  await userEvent.fill(email, "asha@example.org");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
});

test("if the site's mode cannot be found out, it says so and keeps the typed text", async () => {
  vi.mocked(messageReceiver).mockRejectedValue(new TypeError("Failed to fetch"));
  await show();
  await fillIn();
  await userEvent.click(send);
  await expect
    .element(notices.getByText(BROWSER_FAILURES["rules-unavailable"].description))
    .toBeVisible();
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
  await expect.element(send).toBeEnabled();
  expect(logged).not.toHaveBeenCalled();
});

test("in hosted mode the server gets it at once, and it is not logged to the console", async () => {
  const receive = vi.fn<SendMessage>(() =>
    Promise.resolve({ outcome: "accepted", value: null, notice: MESSAGE_SENT }),
  );
  vi.mocked(messageReceiver).mockResolvedValue(receive);
  await show();
  await fillIn();
  await userEvent.click(send);
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
  expect(receive).toHaveBeenCalledExactlyOnceWith(VALUES);
  expect(logged).not.toHaveBeenCalled();
  for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toHaveValue("");
});

test("a message that the server refuses stays in the form, with the reason", async () => {
  const notice = { title: "Error", description: "Not today.", variant: "destructive" } as const;
  vi.mocked(messageReceiver).mockResolvedValue(() =>
    Promise.resolve({ outcome: "failed", code: "unavailable", notice }),
  );
  await show();
  await fillIn();
  await userEvent.click(send);
  await expect.element(notices.getByText("Not today.")).toBeVisible();
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
});

test("typed text is restored until it is sent", async () => {
  const { unmount } = await show();
  await fillIn();
  await unmount();
  await show();
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
  await userEvent.click(send);
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
  expect(contactDraft.isEmpty).toBe(true);
});

test("a form that is opened while its message is being sent is emptied when it has arrived", async () => {
  vi.mocked(window.setTimeout).mockRestore();
  const { unmount } = await show();
  await fillIn();
  await userEvent.click(send);
  await unmount();
  await renderForm();
  await expect.element(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await expect.element(field("Subject")).toHaveValue(MESSAGE.Subject);
  await expect.element(field("Subject")).toHaveAttribute("readonly");
  await expect.element(send).toBeEnabled();
  await expect.element(field("Subject")).toHaveValue("");
  expect(logged).toHaveBeenCalledOnce();
});

test("an open form is emptied when its writer's login ends, and restored when they log in again", async () => {
  showDraftsTo("919840012345");
  await show();
  await fillIn();
  showDraftsTo();
  for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toHaveValue("");
  showDraftsTo("919840012345");
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
});

test("a link's subject is filled in, unless the visitor has typed one", async () => {
  const { unmount } = await show("HR Recruitment");
  await expect.element(field("Subject")).toHaveValue("HR Recruitment");
  await userEvent.fill(field("Message"), "Doha.");
  await unmount();
  const next = await show("MRO Consulting");
  await expect.element(field("Subject")).toHaveValue("MRO Consulting");
  await expect.element(field("Message")).toHaveValue("Doha.");
  await userEvent.fill(field("Subject"), "Both");
  await next.unmount();
  await show("HR Recruitment");
  await expect.element(field("Subject")).toHaveValue("Both");
});

async function show(about?: string) {
  const screen = await renderForm(about);
  await expect.element(send).toBeEnabled();
  return screen;
}

function renderForm(about = "") {
  return renderAt(
    "/contact",
    <>
      <ContactForm about={about} />
      <ToastRegion />
    </>,
  );
}

async function fillIn() {
  for (const [label, value] of Object.entries(MESSAGE)) await userEvent.fill(field(label), value);
}
