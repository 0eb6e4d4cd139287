import { LIMITS, MESSAGE_SENT, REJECTIONS, TROUBLES } from "@bindings";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dismiss } from "@/components/toast/toast-store";
import { ToastRegion } from "@/components/toast/toast-region";
import { messageReceiver, type Receive } from "@/programme/messages";
import { checkContact } from "@/rules";
import { renderAt } from "@/testing/render-at";
import { ContactForm } from "./contact-form";

vi.mock(import("@/rules"), { spy: true });
vi.mock(import("@/programme/messages"), { spy: true });

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
});

afterEach(() => {
  dismiss();
  vi.mocked(messageReceiver).mockReset();
  vi.restoreAllMocks();
});

test("the browser itself asks for all four fields, and for an e-mail", async () => {
  await show();
  for (const label of Object.keys(MESSAGE)) await expect.element(field(label)).toBeRequired();
  await expect.element(field("Email")).toHaveAttribute("type", "email");
  await expect.element(field("Message")).toHaveAttribute("rows", String(LIMITS.contactMessageRows));
  await userEvent.click(send);
  await expect.element(field("Name")).toHaveFocus();
  expect(checkContact).not.toHaveBeenCalled();
});

test("a message takes its time, stands on the console, is confirmed and cleared", async () => {
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

test("sent twice in one breath, it is sent once", async () => {
  await show();
  await fillIn();
  const form = page.getByRole("form").element();
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await expect.element(notices.getByText(MESSAGE_SENT.description)).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
});

test("what the rules refuse is said beside its field until it is mended", async () => {
  vi.mocked(checkContact).mockResolvedValueOnce(["contact-email-invalid"]);
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

test("without the rules it says so and keeps what was typed", async () => {
  vi.mocked(checkContact).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await show();
  await fillIn();
  await userEvent.click(send);
  await expect.element(notices.getByText(TROUBLES["rules-unavailable"].description)).toBeVisible();
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
  await expect.element(send).toBeEnabled();
  expect(logged).not.toHaveBeenCalled();
});

test("where somebody takes messages, they get it at once, and the console does not", async () => {
  const receive = vi.fn<Receive>(() =>
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

test("what they cannot take stays in the form, with the reason", async () => {
  const notice = { title: "Error", description: "Not today.", variant: "destructive" } as const;
  vi.mocked(messageReceiver).mockResolvedValue(() =>
    Promise.resolve({ outcome: "failed", trouble: "unavailable", notice }),
  );
  await show();
  await fillIn();
  await userEvent.click(send);
  await expect.element(notices.getByText("Not today.")).toBeVisible();
  for (const [label, value] of Object.entries(MESSAGE)) {
    await expect.element(field(label)).toHaveValue(value);
  }
});

async function show() {
  await renderAt(
    "/contact",
    <>
      <ContactForm />
      <ToastRegion />
    </>,
  );
  await expect.element(send).toBeEnabled();
}

async function fillIn() {
  for (const [label, value] of Object.entries(MESSAGE)) await userEvent.fill(field(label), value);
}
