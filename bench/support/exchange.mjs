/** How `cargo xtask bench` and a script of this folder talk: a file with the task, one with the answer. */
import { readFile, writeFile } from "node:fs/promises";

const [, , asked, found] = process.argv;

/** Does the task and leaves what it returns for `cargo xtask bench`. */
export async function answer(work) {
  const task = JSON.parse(await readFile(asked, "utf8"));
  await writeFile(found, JSON.stringify(await work(task)));
}
