import { useState } from "react";
import type { FormText } from "./fields/use-form";

/**
 * Whether an action is running, and a function that starts one. React's `useTransition` cannot be
 * used: it ends all transitions of a page together, so that one without an answer would block the
 * others.
 */
export function usePending() {
  const [running, setRunning] = useState(0);

  async function run(work: () => Promise<void>) {
    setRunning((count) => count + 1);
    try {
      await work();
    } finally {
      setRunning((count) => count - 1);
    }
  }

  return [running > 0, run] as const;
}

/** Keeps a form's text as long as the form is on the page. */
export function useFormText<Name extends string>(initial: FormText<Name>["text"]): FormText<Name> {
  const [text, setText] = useState(initial);
  const [sending, run] = usePending();
  return {
    text,
    sending,
    change: (typed) => setText((before) => ({ ...before, ...typed })),
    submit: (deliver) => run(async () => void (await deliver(text))),
  };
}
