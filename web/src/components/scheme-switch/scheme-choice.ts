import { useSyncExternalStore } from "react";

export type SchemeChoice = "system" | "light" | "dark";

/** The starter script in every page's head reads it too, before the first paint. */
export const SCHEME_KEY = "colourScheme";

let chosen: SchemeChoice | undefined;
const listeners = new Set<() => void>();

/** What was chosen; `null` on the server, which cannot know. */
export function useSchemeChoice(): SchemeChoice | null {
  return useSyncExternalStore(subscribe, schemeChoice, () => null);
}

/** Shows the page in a scheme and remembers it, as far as the browser allows. */
export function chooseScheme(choice: SchemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(SCHEME_KEY);
    else localStorage.setItem(SCHEME_KEY, choice);
  } catch {
    // Blocked or full storage forgets the choice with this page; the choice itself still holds.
  }
  adopt(choice);
}

function schemeChoice(): SchemeChoice {
  chosen ??= read();
  return chosen;
}

function read(): SchemeChoice {
  try {
    const stored = localStorage.getItem(SCHEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function adopt(choice: SchemeChoice) {
  chosen = choice;
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.scheme;
  else root.dataset.scheme = choice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

/** The key is null where another tab has cleared everything. */
function followOtherTab({ key }: StorageEvent) {
  if (key === SCHEME_KEY || key === null) adopt(read());
}
