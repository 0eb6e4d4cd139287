/** The prompt for the second factor, which actions wait for. */
import { Store, useStore } from "@/store";

type Prompt = { readonly answer: (given: boolean) => void };

const openPrompt = new Store<Prompt | undefined>(undefined);
let waiting: Promise<boolean> | undefined;

/** Asks for the second factor again; resolves with whether it was given. */
export function askForSecondFactor(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    openPrompt.set({
      answer: (given) => {
        waiting = undefined;
        openPrompt.set(undefined);
        resolve(given);
      },
    });
  });
  return waiting;
}

/** The open prompt. */
export const useSecondFactorPrompt = () => useStore(openPrompt);
