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

test("any other text is judged as the rules judge it natively", async () => {
  if (!inject("parityIsFresh")) {
    throw new Error("The rules have changed: run `cargo test -p domain --test properties parity`.");
  }
  const { messages } = (await (await fetch(told)).json()) as { messages: Message[] };
  expect(messages.length).toBeGreaterThanOrEqual(2000);
  const different = messages.filter(({ draft, codes }) => judge(draft).join() !== codes.join());
  expect(different).toEqual([]);
});

/** What the form itself refuses. */
function judge(draft: ContactDraft): RejectionCode[] {
  for (const [name, text] of Object.entries(draft)) {
    (form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement).value = text;
  }
  return brokenRules(form);
}
