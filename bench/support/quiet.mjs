/**
 * What other programs took of the machine while something was measured, by the kernel's books in
 * /proc. Where there are none, as on other systems, nobody knows, and nothing is said.
 */
import { readFileSync, readdirSync } from "node:fs";

/** Figures beside programs that take more than this share of a core are not published. */
export const QUIET = 0.1;

/** Does some work, and returns what came of it with the share of a core that others had. */
export async function beside(work) {
  const before = moment();
  const found = await work();
  const after = moment();
  const elapsed = after.all - before.all;
  const others = after.busy - before.busy - (after.own - before.own);
  return { found, others: elapsed > 0 ? Math.max(0, others / elapsed) : 0 };
}

/** Why figures cannot be published, if others had too much. */
export function disturbed(others) {
  const most = Math.max(...others);
  return most > QUIET && `other programs had up to ${Math.round(most * 100)} % of a core`;
}

function moment() {
  try {
    const lines = readFileSync("/proc/stat", "utf8").split("\n");
    const cores = lines.filter((line) => /^cpu\d/.test(line));
    const numbers = lines[0].split(/\s+/).slice(1, 9).map(Number);
    const all = numbers.reduce((sum, number) => sum + number, 0);
    // The fourth and the fifth number are the rest that the cores had.
    return { all: all / cores.length, busy: all - numbers[3] - numbers[4], own: own() };
  } catch {
    return { all: 0, busy: 0, own: 0 };
  }
}

/** What this program and all that it has started have worked, those that have ended included. */
function own() {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(stat);
  const ours = new Set([process.pid]);
  // A parent is older than its children, and a set that grows is gone through to its new end.
  for (const id of ours) {
    processes.filter(({ parent }) => parent === id).forEach((child) => ours.add(child.id));
  }
  const worked = processes.filter(({ id }) => ours.has(id)).map((one) => one.worked);
  return worked.reduce((sum, ticks) => sum + ticks, 0);
}

function stat(name) {
  try {
    // A process may have any name, brackets and spaces included.
    const [, rest] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) (?=\S )/);
    const words = rest.split(" ").map(Number);
    return [
      { id: Number(name), parent: words[1], worked: words[11] + words[12] + words[13] + words[14] },
    ];
  } catch {
    return [];
  }
}
