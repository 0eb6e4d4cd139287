/**
 * What a member of staff is writing, until it is sent: it survives a refusal, a reload, and a look
 * at something else. It is kept in session storage, not in local storage, because computers are
 * shared: no other tab sees it, it goes when the tab is closed, and what one member of staff has
 * written is dropped as soon as another one works in the tab.
 */
import { useState } from "react";
import { KEPT_KEY } from "@/console/server";
import { Store, useStore } from "@/store";

/** By whom it was written, and what, by its name. */
type Kept = { readonly by: string; readonly texts: Readonly<Record<string, unknown>> };

/** Opened on first use, so that importing this file reads no storage. */
let opened: Store<Kept> | undefined;

function keptBy(by: string): Store<Kept> {
  opened ??= new Store(stored());
  if (opened.get().by !== by) {
    opened = new Store<Kept>({ by, texts: {} });
    store(opened.get());
  }
  return opened;
}

/** What this member of staff is writing under this name, and a function that keeps it otherwise, or not any more. */
export function useKept<Text>(by: string, name: string) {
  const [kept] = useState(() => keptBy(by));
  const text = useStore(kept).texts[name] as Text | undefined;

  function keep(change: (before: Text | undefined) => Text | undefined) {
    const { texts } = kept.get();
    kept.set({ by, texts: { ...texts, [name]: change(texts[name] as Text | undefined) } });
    store(kept.get());
  }

  return [text, keep] as const;
}

function stored(): Kept {
  try {
    const { by, texts } = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? "{}") as Partial<Kept>;
    return { by: by ?? "", texts: texts ?? {} };
  } catch {
    return { by: "", texts: {} };
  }
}

function store(kept: Kept) {
  try {
    sessionStorage.setItem(KEPT_KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: it lasts as long as the page.
  }
}
