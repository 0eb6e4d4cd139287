import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether target/parity.json exists and is newer than the rules that it was recorded from. */
    parityIsFresh: boolean;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const RULES = ["domain", "ledger", "compact-json", "wasm"].map((crate) => `crates/${crate}/src`);

/** Tells the tests whether the recorded native answers are those of the current rules. */
export default function setup({ provide }: TestProject) {
  const answers = join(root, "target/parity.json");
  if (!existsSync(answers)) {
    // Importing a missing file would fail, so an empty file with an old date is created.
    mkdirSync(join(root, "target"), { recursive: true });
    writeFileSync(answers, "null");
    utimesSync(answers, 0, 0);
  }
  provide("parityIsFresh", written(answers) >= newest(RULES));
}

function newest(folders: string[]) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(root, folder, file),
    ),
  );
  return Math.max(...files.map(written));
}

function written(file: string) {
  return statSync(file).mtimeMs;
}
