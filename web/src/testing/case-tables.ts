/** The tables of cases (`tests/cases` of the domain and the ledger), which Rust's tests run natively. */
const FILES = import.meta.glob<unknown>("../../../crates/{domain,ledger}/tests/cases/*.json", {
  eager: true,
  import: "default",
});

/** The names of all tables, in alphabetical order. */
export const tables = Object.keys(FILES)
  .map((path) => path.replace(/^.*\/|\.json$/g, ""))
  .toSorted();

/** A table, with generated texts filled in. */
export function table<T>(name: string): T {
  const [, file] = Object.entries(FILES).find(([path]) => path.endsWith(`/${name}.json`)) ?? [];
  return writeOut(file) as T;
}

/** `{"repeat": "9", "times": 3}` stands for `"999"`, and `{"join": ["a", "b"]}` for `"ab"`. */
function writeOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeOut);
  if (typeof value !== "object" || value === null) return value;
  if ("repeat" in value && "times" in value) {
    return String(value.repeat).repeat(Number(value.times));
  }
  if ("join" in value && Array.isArray(value.join)) return value.join.map(writeOut).join("");
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, writeOut(inner)]));
}
