import { useState } from "react";
import type { FormText } from "./fields/use-form";

/**
 * Whether work is under way, and the way to begin it. React's `useTransition` is no substitute: it
 * ends all actions of a page together, so that one without an answer would hold up the others.
 */
export function usePending() {
  const [pending, setPending] = useState(false);

  async function run(work: () => Promise<void>) {
    setPending(true);
    try {
      await work();
    } finally {
      setPending(false);
    }
  }

  return [pending, run] as const;
}

/** Keeps what is typed into a form for as long as it is on the page. */
export function useFormText<Name extends string>(initial: FormText<Name>["text"]): FormText<Name> {
  const [text, setText] = useState(initial);
  const [sending, run] = usePending();
  return {
    text,
    sending,
    change: (typed) => setText((before) => ({ ...before, ...typed })),
    send: (send) => run(async () => void (await send(text))),
  };
}
