/** Builds the site: the bundles of each language, those of the console, and the pages made with them. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CODES } from "./languages.ts";

const vite = join(
  dirname(createRequire(import.meta.url).resolve("vite/package.json")),
  "bin/vite.js",
);

for (const language of CODES) {
  bundle(language, []);
  bundle(language, ["--ssr", "src/app/prerender.tsx"]);
}
bundle("", ["--config", "vite.console.config.ts"]);
run([new URL("prerender.mjs", import.meta.url).pathname]);

function bundle(language, options) {
  run([vite, "build", "--logLevel", "warn", ...options], language && { SITE_LANGUAGE: language });
}

function run(command, settings) {
  try {
    execFileSync(process.execPath, command, {
      stdio: "inherit",
      env: { ...process.env, ...settings },
    });
  } catch {
    // It has said what is wrong.
    process.exit(1);
  }
}
