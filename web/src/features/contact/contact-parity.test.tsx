/**
 * The form asks the browser, and a server asks the domain's rules: both have to say the same of
 * every message. The random ones are written by `cargo test -p domain --test properties parity`.
 */
import type { ContactDraft, RejectionCode } from "@bindings";
import told from "@target/parity.json?url";
import { beforeEach, expect, inject, test } from "vitest";
import { page } from "vitest/browser";
import { table } from "@/testing/case-tables";
import { renderAt } from "@/testing/render-at";
import { refuseBlanks } from "./contact-fields";
import { ContactForm } from "./contact-form";

type Message = { draft: ContactDraft; codes: RejectionCode[] };

let form: HTMLFormElement;

beforeEach(async () => {
  await renderAt("/contact", <ContactForm />);
  form = page.getByRole("form").element() as HTMLFormElement;
});

test.each(table<(Message & { name: string })[]>("contact"))("$name", ({ draft, codes }) => {
  expect(judge(draft)).toEqual(codes);
});

test("any other text is judged as the rules judge it natively", async () => {
  if (!inject("parityIsFresh")) {
    throw new Error("The rules have changed: run `cargo test -p domain --test properties parity`.");
  }
  const { messages } = (await (await fetch(told)).json()) as { messages: Message[] };
  expect(messages.length).toBeGreaterThanOrEqual(2000);
  const different = messages.filter(({ draft, codes }) => judge(draft).join() !== codes.join());
  expect(different).toEqual([]);
});

/** The codes that the form's own complaints stand for, in its order. */
function judge(draft: ContactDraft): RejectionCode[] {
  for (const [name, text] of Object.entries(draft)) control(name as Name).value = text;
  refuseBlanks(form);
  return (["name", "email", "subject", "message"] as const).flatMap((name) => {
    const { valueMissing, customError, typeMismatch } = control(name).validity;
    if (valueMissing || customError) return [`contact-${name}-missing` as const];
    return typeMismatch ? ["contact-email-invalid" as const] : [];
  });
}

type Name = keyof ContactDraft;

function control(name: Name) {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
}
