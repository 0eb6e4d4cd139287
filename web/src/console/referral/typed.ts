import type { FormText } from "@/components/fields/use-form";
import { usePending } from "@/components/use-pending";
import { useKept } from "@/console/kept";

export type Typed = Record<"mode" | "note" | "outcome" | "due" | "template" | "words", string>;

/** What a note or a call has, and what a message has. Sending one leaves the other alone. */
const NO_ENTRY = { note: "", outcome: "", due: "" };
const NO_MESSAGE = { template: "", words: "" };

const NOTHING: Typed = { mode: "note", ...NO_ENTRY, ...NO_MESSAGE };

/** What this member of staff is writing about this referral. */
export function useTyped(by: string, key: string): FormText<keyof Typed> {
  const [kept, keep] = useKept<Partial<Typed>>(by, `referral ${key}`);
  const text = { ...NOTHING, ...kept };
  const [sending, run] = usePending();
  const change = (typed: Partial<Typed>) => keep((before) => ({ ...before, ...typed }));

  return {
    text,
    sending,
    change,
    submit: (deliver) =>
      run(async () => {
        if (await deliver(text)) change(text.mode === "say" ? NO_MESSAGE : NO_ENTRY);
      }),
  };
}
