/** The prompt for the second factor, which actions wait for. */
import { Store, useStore } from "@/store";

type Question = { readonly answer: (given: boolean) => void };

const open = new Store<Question | undefined>(undefined);
let waiting: Promise<boolean> | undefined;

/** Asks for the second factor again; resolves with whether it was given. */
export function confirmAgain(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    open.set({
      answer: (given) => {
        waiting = undefined;
        open.set(undefined);
        resolve(given);
      },
    });
  });
  return waiting;
}

/** The open prompt. */
export const useQuestion = () => useStore(open);
