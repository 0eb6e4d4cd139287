import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether target/parity.json is there and newer than the rules that it was written from. */
    parityIsFresh: boolean;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const RULES = ["crates/domain/src", "crates/compact-json/src", "crates/wasm/src"];

/** Tells the tests whether the native answers they compare with are those of today's rules. */
export default function setup({ provide }: TestProject) {
  const answers = join(root, "target/parity.json");
  if (!existsSync(answers)) {
    // A file that is not there is one that cannot be imported; this one is older than all rules.
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
