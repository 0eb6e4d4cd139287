/**
 * The form is checked by the browser, and a server checks with the domain's rules. Both must agree
 * on every message. `cargo test -p ledger --test properties parity` writes the random messages.
 */
import type { ContactDraft, RejectionCode } from "@bindings";
import told from "@target/parity.json?url";
import { beforeEach, expect, inject, test } from "vitest";
import { page } from "vitest/browser";
import { table } from "@/testing/case-tables";
import { renderAt } from "@/testing/render-at";
import { brokenRules } from "./contact-fields";
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

test("the form accepts and refuses random texts as the native rules do", async () => {
  if (!inject("parityIsFresh")) {
    throw new Error("The rules have changed: run `cargo test -p ledger --test properties parity`.");
  }
  const { messages } = (await (await fetch(told)).json()) as { messages: Message[] };
  expect(messages.length).toBeGreaterThanOrEqual(2000);
  const different = messages.filter(({ draft, codes }) => judge(draft).join() !== codes.join());
  expect(different).toEqual([]);
});

/** The codes with which the form refuses a message. */
function judge(draft: ContactDraft): RejectionCode[] {
  for (const [name, text] of Object.entries(draft)) {
    (form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement).value = text;
  }
  return brokenRules(form);
}
