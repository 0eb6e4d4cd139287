/** The prompt for the second factor, which actions wait for. */
import { Store } from "@/store";

type Prompt = { readonly answer: (given: boolean) => void };

/** The open prompt. */
export const secondFactorPrompt = new Store<Prompt | undefined>(undefined);

let waiting: Promise<boolean> | undefined;

/** Asks for the second factor again; resolves with whether it was given. */
export function askForSecondFactor(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    secondFactorPrompt.set({
      answer: (given) => {
        waiting = undefined;
        secondFactorPrompt.set(undefined);
        resolve(given);
      },
    });
  });
  return waiting;
}
