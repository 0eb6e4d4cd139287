/** The prompt for the second factor, which actions wait for. */
import { useSyncExternalStore } from "react";

type Question = { readonly answer: (given: boolean) => void };

let open: Question | undefined;
let waiting: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(question: Question | undefined) {
  open = question;
  for (const listener of listeners) listener();
}

/** Asks for the second factor again; resolves with whether it was given. */
export function confirmAgain(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    change({
      answer: (given) => {
        waiting = undefined;
        change(undefined);
        resolve(given);
      },
    });
  });
  return waiting;
}

/** The open prompt. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
