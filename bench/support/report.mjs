/** Small tables of what was measured, in the Markdown of docs/performance.md. */

/** @typedef {{ digits?: number, unit?: string }} Unit */
export const TIMES = { digits: 2, unit: "times" };
export const MS = { digits: 0, unit: "ms" };
export const US = { digits: 1, unit: "µs" };
export const SECONDS = { digits: 1, unit: "s" };
export const COUNT = { digits: 0, unit: "" };
export const BYTES = { digits: 0, unit: "bytes" };

export function median(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The ratio of each run to the run beside it. */
export function ratios(these, those) {
  return these.map((sample, at) => sample / those[at]);
}

export function number(value, digits) {
  const [minimumFractionDigits, maximumFractionDigits] = [digits, digits];
  return value.toLocaleString("en-GB", {
    minimumFractionDigits,
    maximumFractionDigits,
  });
}

/** The median with the least and the most, such as "1.52 times (1.40 to 1.60)". */
export function told(samples, { digits, unit }) {
  const all = [median(samples), Math.min(...samples), Math.max(...samples)];
  const [middle, least, most] = all.map((value) => number(value, digits));
  const end = unit === "" ? "" : ` ${unit}`;
  const around = least === most ? "" : ` (${least} to ${most})`;
  return `${middle}${end}${around}`;
}

/** A row with a goal: `meets` says whether the median reaches it. Nothing measured is no verdict. */
export function row(what, goal, samples, unit, meets) {
  if (typeof samples === "string") return [what, goal, `not measured: ${samples}`, "–"];
  const verdict = meets === undefined ? "" : meets(median(samples)) ? "met" : "missed";
  return [what, goal, told(samples, unit), verdict];
}

export const atMost = (limit) => (value) => value <= limit;
export const atLeast = (limit) => (value) => value >= limit;
export const under = (limit) => (value) => value < limit;

/** Small print below the rows with goals; nothing where `why` says what disturbed the runs. */
export function details(why, columns, rows) {
  if (!why) table(columns, rows);
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log([line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n"), "\n");
}

/** The table of rows with goals. */
export function goals(rows) {
  table(["What", "Goal", "Measured", ""], rows);
}

/** How often to measure: once with `--quick`, to see that it can be done. */
export const rounds = (usual) => (process.argv.includes("--quick") ? 1 : usual);
