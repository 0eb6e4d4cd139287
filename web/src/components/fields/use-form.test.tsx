import { REJECTIONS, BROWSER_FAILURES } from "@bindings";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ToastRegion } from "@/components/toast/toast-region";
import { useFormText } from "@/components/use-pending";
import { later } from "@/testing/later";
import { renderAt } from "@/testing/render-at";
import { ErrorSummary } from "./error-summary";
import { TextField } from "./field";
import { type FormOutcome, useForm } from "./use-form";

const name = page.getByLabelText("Name");
const phone = page.getByLabelText("Phone");
const code = page.getByLabelText("Code");
const send = page.getByRole("button", { name: "Send" });

const notice = { title: "Error", description: "Not like this.", variant: "destructive" } as const;
const WRONG: FormOutcome = { outcome: "refused", codes: ["wrong-code"], notice };
const FAILED: FormOutcome = { outcome: "failed", notice: BROWSER_FAILURES["storage-full"] };
const MISSING: FormOutcome = {
  outcome: "refused",
  notice,
  errors: [
    { field: "phone", hint: "Enter a phone number." },
    { field: null, hint: "Look again." },
    { field: "phone", hint: "It has digits." },
  ],
};

test("an error is shown beside its field, which has the focus, until it is corrected", async () => {
  await show(() => Promise.resolve(MISSING));
  await userEvent.fill(name, "Asha");
  await userEvent.click(send);
  await expect.element(phone).toHaveAccessibleDescription("Enter a phone number.");
  await expect.element(phone).toHaveFocus();
  await expect.element(name).toHaveValue("Asha");
  await expect.element(name).not.toHaveAttribute("aria-invalid");
  await expect.element(page.getByText("Not like this.").first()).toBeVisible();
  await userEvent.fill(phone, "9");
  await expect.element(phone).not.toHaveAttribute("aria-invalid");
});

test("a failure for another reason marks no field, and keeps the typed text", async () => {
  const answers = [MISSING, FAILED];
  await show(() => Promise.resolve(answers.shift() ?? MISSING));
  await userEvent.fill(name, "Asha");
  await userEvent.click(send);
  await expect.element(phone).toHaveAttribute("aria-invalid");
  await userEvent.click(send);
  await expect.element(phone).not.toHaveAttribute("aria-invalid");
  await expect.element(name).toHaveValue("Asha");
});

test("a summary links to each invalid field, and stays until the form is submitted again", async () => {
  const both: FormOutcome = {
    outcome: "refused",
    notice,
    errors: [
      { field: "name", hint: "Enter a name." },
      { field: "elsewhere", hint: "Not in this form." },
      { field: "phone", hint: "Enter a phone number." },
    ],
  };
  const answers = [both, FAILED];
  await show(() => Promise.resolve(answers.shift() ?? both));
  await userEvent.click(send);
  const title = page.getByRole("heading", { name: "Error: Not like this." });
  await expect.element(title).toBeVisible();
  expect(page.getByRole("link").elements()).toHaveLength(2);
  await expect.element(name).toHaveFocus();
  const address = location.href;
  await userEvent.click(page.getByRole("link", { name: "Enter a phone number." }));
  await expect.element(phone).toHaveFocus();
  expect(location.href).toBe(address);
  await userEvent.fill(phone, "9");
  await expect.element(phone).not.toHaveAttribute("aria-invalid");
  await expect.element(page.getByRole("link", { name: "Enter a phone number." })).toBeVisible();
  await userEvent.click(send);
  await expect.element(title).not.toBeInTheDocument();
});

test("a summary does not take the focus and is not read out beside the notice", async () => {
  await show(() => Promise.resolve(MISSING));
  await userEvent.click(send);
  const title = page.getByRole("heading", { name: "Error: Not like this." });
  await expect.element(title).toBeVisible();
  const live = "[aria-live], [role=alert], [role=status], output";
  expect(title.element().closest(live)).toBeNull();
  await expect.element(phone).toHaveFocus();
});

test("a form of one field shows errors of no field there, and selects the text", async () => {
  const told: FormOutcome = { outcome: "refused", notice };
  const answers = [WRONG, MISSING, told];
  await renderAt("/", <CodeForm deliver={() => Promise.resolve(answers.shift() ?? FAILED)} />);
  await userEvent.fill(code, "1234");
  await userEvent.click(send);
  await expect.element(code).toHaveAccessibleDescription(REJECTIONS["wrong-code"].hint);
  await userEvent.keyboard("5");
  await expect.element(code).toHaveValue("5");
  await userEvent.click(send);
  await expect
    .element(code)
    .toHaveAccessibleDescription("Enter a phone number. Look again. It has digits.");
  await userEvent.click(send);
  await expect.element(code).toHaveAccessibleDescription("Not like this.");
  await userEvent.click(send);
  await expect.element(code).not.toHaveAttribute("aria-invalid");
});

test("it is submitted once, and cannot be changed while it is being sent", async () => {
  const answer = later<FormOutcome>();
  const deliver = vi.fn<() => Promise<FormOutcome>>(() => answer.promise);
  await show(deliver);
  await userEvent.fill(name, "Asha");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(name).toHaveAttribute("readonly");
  answer.settle(MISSING);
  await expect.element(name).not.toHaveAttribute("readonly");
  expect(deliver).toHaveBeenCalledOnce();
});

function show(deliver: () => Promise<FormOutcome>) {
  return renderAt("/", <TwoFields deliver={deliver} />);
}

function TwoFields({ deliver }: { deliver: () => Promise<FormOutcome> }) {
  const text = useFormText({ name: "", phone: "" });
  const { form, field, summary } = useForm(text, deliver);
  return (
    <>
      <form {...form}>
        <ErrorSummary {...summary} />
        <TextField label="Name" {...field("name")} />
        <TextField label="Phone" {...field("phone")} />
        <button type="submit">Send</button>
      </form>
      <ToastRegion />
    </>
  );
}

function CodeForm({ deliver }: { deliver: () => Promise<FormOutcome> }) {
  const { form, field } = useForm(useFormText({ code: "" }), deliver, { select: true });
  return (
    <form {...form}>
      <TextField label="Code" {...field("code")} />
      <button type="submit">Send</button>
    </form>
  );
}
