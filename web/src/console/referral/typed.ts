/**
 * What is being written about each referral, until it is sent: it survives a refusal, a reload, and
 * a look at another referral. It is kept in session storage, not in local storage, because computers
 * are shared: no other tab sees it, it goes when the tab is closed, and what one member of staff has
 * typed is dropped as soon as another one works in the tab.
 */
import { useState } from "react";
import type { FormText } from "@/components/fields/use-form";
import { usePending } from "@/components/use-pending";
import { TYPED_KEY } from "@/console/server";
import { Store, useStore } from "@/store";

export type Typed = Record<"mode" | "note" | "outcome" | "due" | "template" | "words", string>;

/** What a note or a call has, and what a message has. Sending one leaves the other alone. */
const NO_ENTRY = { note: "", outcome: "", due: "" };
const NO_MESSAGE = { template: "", words: "" };

const NOTHING: Typed = { mode: "note", ...NO_ENTRY, ...NO_MESSAGE };

/** By whom it was typed, and about which referrals. */
type Kept = { readonly by: string; readonly texts: Readonly<Record<string, Partial<Typed>>> };

/** Opened on first use, so that importing this file reads no storage. */
let opened: Store<Kept> | undefined;

function keptBy(by: string): Store<Kept> {
  opened ??= new Store(stored());
  if (opened.get().by !== by) {
    opened = new Store<Kept>({ by, texts: {} });
    keep(opened.get());
  }
  return opened;
}

/** What this member of staff is writing about this referral. */
export function useTyped(by: string, key: string): FormText<keyof Typed> {
  const [kept] = useState(() => keptBy(by));
  const text = { ...NOTHING, ...useStore(kept).texts[key] };
  const [sending, run] = usePending();

  function change(typed: Partial<Typed>) {
    const { texts } = kept.get();
    kept.set({ by, texts: { ...texts, [key]: { ...texts[key], ...typed } } });
    keep(kept.get());
  }

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

function stored(): Kept {
  try {
    const { by, texts } = JSON.parse(sessionStorage.getItem(TYPED_KEY) ?? "{}") as Partial<Kept>;
    return { by: by ?? "", texts: texts ?? {} };
  } catch {
    return { by: "", texts: {} };
  }
}

function keep(kept: Kept) {
  try {
    sessionStorage.setItem(TYPED_KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: it lasts as long as the page.
  }
}
