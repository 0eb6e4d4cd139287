import { useEffect } from "react";
import { Store, useStore } from "@/store";

export type SchemeChoice = "system" | "light" | "dark";

/** The starter script in every page's head reads it too, before the first paint. */
export const SCHEME_KEY = "colourScheme";

/** What was chosen; `null` until this is known, which a server never does. */
const choice = new Store<SchemeChoice | null>(null);

export function useSchemeChoice(): SchemeChoice | null {
  useEffect(() => {
    if (choice.get() === null) adopt(read());
    window.addEventListener("storage", followOtherTab);
    return () => window.removeEventListener("storage", followOtherTab);
  }, []);
  return useStore(choice);
}

/** Shows the page in a scheme and remembers it, as far as the browser allows. */
export function chooseScheme(chosen: SchemeChoice): void {
  try {
    if (chosen === "system") localStorage.removeItem(SCHEME_KEY);
    else localStorage.setItem(SCHEME_KEY, chosen);
  } catch {
    // Blocked or full storage forgets the choice with this page; the choice itself still holds.
  }
  adopt(chosen);
}

function read(): SchemeChoice {
  try {
    const stored = localStorage.getItem(SCHEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function adopt(chosen: SchemeChoice) {
  const root = document.documentElement;
  if (chosen === "system") delete root.dataset.scheme;
  else root.dataset.scheme = chosen;
  choice.set(chosen);
}

/** The key is null where another tab has cleared everything. */
function followOtherTab({ key }: StorageEvent) {
  if (key === SCHEME_KEY || key === null) adopt(read());
}
