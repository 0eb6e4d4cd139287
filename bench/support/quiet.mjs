/**
 * What other programs took of the machine while something was measured, by the kernel's accounts in
 * /proc. Systems without them count as quiet.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";

/** Figures beside programs that take more than this share of a core are not published. */
export const QUIET = 0.1;

/** How often to look, in milliseconds. A program that begins and ends in between is not seen. */
const EVERY_MS = 1000;

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_MS = 0.1;

/** Does some work, and returns what came of it with the share of a core that others had. */
export async function beside(work) {
  const watch = new Watch();
  const started = performance.now();
  const timer = setInterval(() => watch.look(), EVERY_MS);
  try {
    const found = await work();
    watch.look();
    return { found, others: watch.others / ((performance.now() - started) * TICKS_PER_MS) };
  } finally {
    clearInterval(timer);
  }
}

/** Why figures cannot be published, if others had too much. */
export function disturbed(others) {
  const most = Math.max(...others);
  return most > QUIET && `other programs had up to ${Math.round(most * 100)} % of a core`;
}

/** Adds up what the programs that are not ours work. */
class Watch {
  /** Ticks since the watch began. */
  others = 0;
  /** This program and all that it has started, also when their parent has ended. */
  #ours = new Set([process.pid]);
  /** What each program had worked when it was last looked at. */
  #worked = new Map(processes().map(({ id, worked }) => [id, worked]));

  look() {
    // A parent is older than its children, and so comes first.
    for (const { id, parent, worked } of processes()) {
      if (this.#ours.has(parent)) this.#ours.add(id);
      else if (!this.#ours.has(id)) this.others += worked - (this.#worked.get(id) ?? 0);
      this.#worked.set(id, worked);
    }
  }
}

function processes() {
  if (!existsSync("/proc/self/stat")) return [];
  const ids = readdirSync("/proc", { encoding: "utf8" }).filter((name) => /^\d+$/.test(name));
  return ids
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap(stat);
}

/** None if it has just ended. */
function stat(id) {
  try {
    // A process may have any name, brackets and spaces included.
    const [, rest] = readFileSync(`/proc/${id}/stat`, "utf8").split(/\) (?=\S )/);
    const words = rest.split(" ").map(Number);
    return [{ id, parent: words[1], worked: words[11] + words[12] }];
  } catch {
    return [];
  }
}
