/** The local storage key of the choice. It is absent while the system decides. */
export const SCHEME_KEY = "colourScheme";

const SCHEMES = ["light", "dark"];

/**
 * Shows the page and the switch in the chosen scheme, stores a new choice if the browser allows it,
 * and follows other tabs.
 */
export function handleScheme() {
  applyStored();
  document.addEventListener("DOMContentLoaded", applyStored);
  // By then a browser has restored what the switch was at before a reload, and a page from the
  // back/forward cache has missed the changes of other tabs.
  addEventListener("pageshow", applyStored);
  // The key is null if another tab has cleared the storage.
  addEventListener("storage", ({ key }) => (key === SCHEME_KEY || key === null) && applyStored());
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "colour-scheme") choose(target.value);
  });
}

function choose(scheme: string) {
  apply(scheme);
  try {
    if (SCHEMES.includes(scheme)) localStorage.setItem(SCHEME_KEY, scheme);
    else localStorage.removeItem(SCHEME_KEY);
  } catch {
    // Blocked or full storage: the choice holds for this page only.
  }
}

function applyStored() {
  try {
    apply(localStorage.getItem(SCHEME_KEY));
  } catch {
    // Unreadable storage: the page shows the system's scheme, or what was chosen on this page.
  }
}

function apply(wanted: string | null) {
  const root = document.documentElement;
  const scheme = SCHEMES.find((known) => known === wanted) ?? "system";
  if (scheme === "system") delete root.dataset.scheme;
  else root.dataset.scheme = scheme;
  const radios = document.querySelectorAll<HTMLInputElement>("input[name=colour-scheme]");
  for (const radio of radios) radio.checked = radio.value === scheme;
}
