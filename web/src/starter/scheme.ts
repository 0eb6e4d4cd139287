/** Where the choice is kept. Nothing is kept while the system decides. */
export const SCHEME_KEY = "colourScheme";

const SCHEMES = ["light", "dark"];

/**
 * Shows the page in the scheme that was chosen, and the choice in the switch; keeps a new one, as far
 * as the browser allows, and follows those of other tabs.
 */
export function keepScheme() {
  adoptStored();
  document.addEventListener("DOMContentLoaded", adoptStored);
  // A page that comes back with Back was asleep when another tab changed it.
  addEventListener("pageshow", ({ persisted }) => persisted && adoptStored());
  // The key is null where another tab has cleared everything.
  addEventListener("storage", ({ key }) => (key === SCHEME_KEY || key === null) && adoptStored());
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "colour-scheme") choose(target.value);
  });
}

function choose(scheme: string) {
  adopt(scheme);
  try {
    if (SCHEMES.includes(scheme)) localStorage.setItem(SCHEME_KEY, scheme);
    else localStorage.removeItem(SCHEME_KEY);
  } catch {
    // Blocked or full storage forgets the choice with this page; the choice itself still holds.
  }
}

function adoptStored() {
  try {
    adopt(localStorage.getItem(SCHEME_KEY));
  } catch {
    // A browser that lets nobody read shows the system's scheme, or what was chosen for this page.
  }
}

function adopt(wanted: string | null) {
  const root = document.documentElement;
  const scheme = SCHEMES.find((known) => known === wanted) ?? "system";
  if (scheme === "system") delete root.dataset.scheme;
  else root.dataset.scheme = scheme;
  const radios = document.querySelectorAll<HTMLInputElement>("input[name=colour-scheme]");
  for (const radio of radios) radio.checked = radio.value === scheme;
}
