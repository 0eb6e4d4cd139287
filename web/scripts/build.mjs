/**
 * Builds the site: the bundles of each language, those of the console, and the pages made with them. Options, such as
 * `--uncompressed`, are those of prerender.mjs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CODES } from "./languages.ts";

const vite = join(
  dirname(createRequire(import.meta.url).resolve("vite/package.json")),
  "bin/vite.js",
);

const languages = CODES.map(async (language) => {
  await bundle(language, []);
  await bundle(language, ["--ssr", "src/app/prerender.tsx"]);
});
await Promise.all([...languages, bundle("", ["--config", "vite.console.config.ts"])]);
await run([new URL("prerender.mjs", import.meta.url).pathname, ...process.argv.slice(2)]);

function bundle(language, options) {
  const settings = language && { SITE_LANGUAGE: language };
  return run([vite, "build", "--logLevel", "warn", ...options], settings);
}

async function run(command, settings) {
  const env = { ...process.env, NODE_ENV: "production", ...settings };
  const [status] = await once(spawn(process.execPath, command, { stdio: "inherit", env }), "exit");
  // It has said what is wrong.
  if (status !== 0) process.exit(1);
}
