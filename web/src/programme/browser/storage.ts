/**
 * The browser's local storage, and what its errors mean.
 *
 * The browser flushes a write to disk some time later: it survives a crash of the tab, but not
 * always of the browser.
 */
import { STORAGE_KEYS, type BrowserFailure } from "@bindings";

/** A key with its new text; `null` removes the entry. */
export type Entry = readonly [key: string, text: string | null];

export interface RecordStorage {
  /** Whether the data outlives this page. */
  readonly persistent: boolean;
  /** The text under a key; `null` if there is none. */
  get(key: string): string | null;
  /** Writes all entries, in order, or none. Returns why it failed, or `undefined` on success. */
  write(entries: readonly Entry[]): BrowserFailure | undefined;
}

/** The browser's storage if it is readable, else one in memory. */
export function openStorage(): RecordStorage {
  try {
    const storage = window.localStorage;
    for (const key of Object.values(STORAGE_KEYS)) storage.getItem(key);
    return new LocalStorage(storage);
  } catch {
    return new MemoryStorage();
  }
}

class LocalStorage implements RecordStorage {
  readonly persistent = true;

  constructor(private readonly storage: Storage) {}

  get(key: string): string | null {
    return this.storage.getItem(key);
  }

  write(entries: readonly Entry[]): BrowserFailure | undefined {
    const undo: Entry[] = [];
    try {
      for (const [key, text] of entries) {
        const before = this.storage.getItem(key);
        if (before === text) continue;
        this.put(key, text);
        undo.unshift([key, before]);
      }
      return undefined;
    } catch (error) {
      this.restore(undo);
      return isFull(error) ? "storage-full" : "storage-failed";
    }
  }

  private put(key: string, text: string | null) {
    if (text === null) this.storage.removeItem(key);
    else this.storage.setItem(key, text);
  }

  private restore(undo: readonly Entry[]) {
    for (const [key, text] of undo) {
      try {
        this.put(key, text);
      } catch (error) {
        console.error(`Could not restore ${key} after a failed write.`, error);
      }
    }
  }
}

class MemoryStorage implements RecordStorage {
  readonly persistent = false;
  private readonly texts = new Map<string, string>();

  get(key: string): string | null {
    return this.texts.get(key) ?? null;
  }

  write(entries: readonly Entry[]): undefined {
    for (const [key, text] of entries) {
      if (text === null) this.texts.delete(key);
      else this.texts.set(key, text);
    }
  }
}

/** What another tab changed: the key (`null` for all of them) and its text (`null` if removed). */
type OnChange = (key: string | null, text: string | null) => void;

/**
 * Follows changes by other tabs. `onMissed` is called when the page returns from the back/forward
 * cache, because it got no events in the meantime.
 */
export function followOtherTabs(onChange: OnChange, onMissed: () => void) {
  window.addEventListener("storage", (event) => {
    if (event.storageArea === null || event.storageArea === window.localStorage) {
      onChange(event.key, event.newValue);
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) onMissed();
  });
}

/** The names and numbers of the errors for full storage in the various browsers. */
const FULL_NAMES = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED", "QUOTA_EXCEEDED_ERR"];
const FULL_CODES = [22, 1014];

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return FULL_NAMES.includes(error.name) || FULL_CODES.some((full) => full === code);
}
