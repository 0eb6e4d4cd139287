/**
 * What the console keeps on this device: how it looks and works, and nothing personal. If storage
 * is blocked or full, it lasts until the page is closed.
 */

/** The stored text, parsed; `fallback` if nothing readable is stored. */
export function readSetting<Value>(
  key: string,
  parse: (text: string) => Value,
  fallback: Value,
): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : parse(text);
  } catch {
    return fallback;
  }
}

/** Stores a text; removes what is stored if it is undefined. */
export function storeSetting(key: string, text: string | undefined) {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // As described above.
  }
}
