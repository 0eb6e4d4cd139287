/** What another tab did to an entry: the key, `null` for all of them; the text, `null` if none. */
type Hear = (key: string | null, text: string | null) => void;

/**
 * Follows what other tabs do to the storage. `missed` is called where this page may have slept
 * through it: a page that comes back from the browser's memory was told nothing meanwhile.
 */
export function followOtherTabs(hear: Hear, missed: () => void) {
  window.addEventListener("storage", (event) => {
    if (event.storageArea === null || event.storageArea === window.localStorage) {
      hear(event.key, event.newValue);
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) missed();
  });
}
