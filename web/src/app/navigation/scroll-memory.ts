/** Where each entry of the history was scrolled to, for as long as the tab lives. */
const KEY = "scrollPositions";

const positions = new Map<string, number>(recall());

export function remember(entry: string, position: number) {
  positions.set(entry, position);
}

export function remembered(entry: string): number {
  return positions.get(entry) ?? 0;
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
