/** Where each entry of the history was scrolled to, for as long as the tab lives. */
const KEY = "scrollPositions";

const positions = new Map<string, number>(recall());

/**
 * Gives the present entry a name, unless it has one. The router names the entries that it makes;
 * one that the browser makes, for a link within a page, has none.
 */
export function nameEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, key }, "");
  return key;
}

export function remember(entry: string, position: number) {
  positions.set(entry, position);
}

/** `undefined` for an entry that was never shown. */
export function remembered(entry: string): number | undefined {
  return positions.get(entry);
}

/** Keeps the positions over a reload. A browser that does not let us starts at the top. */
export function persist() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]));
  } catch {
    // Nothing is lost but a scroll position.
  }
}

function recall(): [string, number][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}
