import { type Code, type Notice, REJECTIONS } from "@bindings";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/toast/toasts";

type Text<Name extends string> = Readonly<Record<Name, string>>;
/** The errors, by field name. */
type Errors = Readonly<Record<string, string | undefined>>;

/** Where a form keeps its text: in itself, or in a draft that outlives the page. */
export type FormText<Name extends string> = {
  readonly text: Text<Name>;
  /** Whether it is being sent. It cannot be changed until the answer is there. */
  readonly sending: boolean;
  readonly change: (typed: Partial<Text<Name>>) => void;
  /** Sends it; `deliver` returns whether it was accepted. */
  readonly submit: (deliver: (text: Text<Name>) => Promise<boolean>) => Promise<void>;
};

/** The outcome of sending a form. */
export type FormOutcome = {
  readonly outcome: "accepted" | "refused" | "failed";
  /** The toast. */
  readonly notice: Notice;
  /** The broken rules. Their own hints are used if there are no `errors`. */
  readonly codes?: readonly Code[];
  readonly errors?: readonly Hint[];
};

type Hint = { readonly field: string | null; readonly hint: string };

/** The errors of a form, for its top. */
export type Summary = {
  /** What happened, in one sentence. */
  readonly title: string;
  /** The hint for each wrong field, by the id of its control. */
  readonly hints: readonly { readonly id: string; readonly hint: string }[];
};

const NOTHING_WRONG: Summary = { title: "", hints: [] };

/**
 * What all forms have in common. A form says its fields and how it is sent. The answer is shown in
 * a toast and beside the fields, and the first field with an error gets the focus; `summary` is for
 * the top of the form. What was typed stays until it is accepted. A form with one field shows all
 * errors beside it. `select` selects the text of the wrong field, for codes, which are typed anew
 * rather than corrected. `pressed` is the value of the button.
 */
export function useForm<Name extends string>(
  { text, sending, change, submit }: FormText<Name>,
  deliver: (text: Text<Name>, pressed: string | null | undefined) => Promise<FormOutcome>,
  { select = false } = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [summary, setSummary] = useState(NOTHING_WRONG);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    void submit(async (typed) => {
      const sent = await deliver(typed, submitter?.getAttribute("value"));
      notify(sent.notice);
      flushSync(() => showErrors(sent));
      if (sent.outcome !== "accepted") focusFirstInvalid(ref.current, select);
      return sent.outcome === "accepted";
    });
  }

  /** Shows the errors beside the fields; removes them without a refusal. */
  function showErrors(sent?: FormOutcome) {
    const found = sent?.outcome === "refused" ? errorsOf(Object.keys(text), sent) : {};
    setErrors(found);
    setSummary(sent ? summaryOf(found, sent.notice, ref.current) : NOTHING_WRONG);
  }

  /** The props of a field: its text, and its error until something is typed. */
  function field(name: Name) {
    return {
      name,
      value: text[name],
      error: errors[name],
      readOnly: sending,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        change({ [name]: target.value } as Partial<Text<Name>>);
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    };
  }

  const focus = () => ref.current?.querySelector("input")?.focus();

  return { form: { ref, onSubmit, noValidate: true }, ref, field, summary, showErrors, focus };
}

/** All hints of a refusal in one text. */
export function adviceOf(sent: FormOutcome): string {
  const hints = hintsOf(sent).map(({ hint }) => hint);
  return hints.join(" ") || sent.notice.description;
}

/** Whether a refusal concerns this field. */
export function isAbout(field: string, sent: FormOutcome): boolean {
  return hintsOf(sent).some((hint) => hint.field === field);
}

/**
 * The outcome with the hints for one field beside another: a form that corrects a field has the new
 * text in a field of its own.
 */
export function withHintsAt(own: string, field: string, sent: FormOutcome): FormOutcome {
  const errors = hintsOf(sent).map((hint) =>
    hint.field === field ? { ...hint, field: own } : hint,
  );
  return { ...sent, errors };
}

/** The first hint of each field. */
function errorsOf([only, ...others]: readonly string[], sent: FormOutcome): Errors {
  if (only !== undefined && others.length === 0) return { [only]: adviceOf(sent) };
  const errors: Record<string, string> = {};
  for (const { field, hint } of hintsOf(sent)) if (field !== null) errors[field] ??= hint;
  return errors;
}

/** The summary for the form's own fields; without hints if none of them is wrong. */
function summaryOf(
  errors: Errors,
  { title, description }: Notice,
  form: HTMLFormElement | null,
): Summary {
  const hints = Object.entries(errors).flatMap(([name, hint]) => {
    const control = form?.elements.namedItem(name);
    return hint && control instanceof Element ? [{ id: control.id, hint }] : [];
  });
  return { title: `${title}: ${description}`, hints };
}

function hintsOf({ codes = [], errors }: FormOutcome): readonly Hint[] {
  return errors ?? codes.flatMap((code) => (code in REJECTIONS ? [REJECTIONS[code as Rule]] : []));
}

type Rule = keyof typeof REJECTIONS;

/** Moves the focus to a control and scrolls its label and hint into view. */
export function focusControl(control: HTMLElement | null) {
  control?.focus({ preventScroll: true });
  control?.parentElement?.scrollIntoView({ block: "nearest" });
}

function focusFirstInvalid(form: HTMLFormElement | null, select: boolean) {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  focusControl(invalid);
  if (select && invalid instanceof HTMLInputElement) invalid.select();
}
