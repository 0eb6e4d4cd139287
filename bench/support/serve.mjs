/** Servers, for as long as a script needs them. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts `devserver` over `dist` at any free port, with further options of its own, in its release
 * build where `release` says so. `core` is the one processor that it may use.
 */
export async function serve(dist, { options = [], release = false, core } = {}) {
  const cargo = ["--quiet", "--package", "devserver", ...(release ? ["--release"] : [])];
  execFileSync("cargo", ["build", ...cargo], { cwd: ROOT, stdio: "inherit" });
  const site = ["--dist", dist, "--addr", "127.0.0.1:0", ...options];
  const command = ["cargo", "run", ...cargo, "--", ...site];
  return started(core === undefined ? command : ["taskset", "-c", String(core), ...command]);
}

/** Starts a program that says on its standard output where it serves. */
export async function started([program, ...words], settings = {}) {
  const stdio = ["ignore", "pipe", "inherit"];
  const child = spawn(program, words, { cwd: ROOT, stdio, ...settings });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  while (!/http:\/\/\S+/.test(said)) {
    const [end] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (typeof end !== "string") throw new Error(`${program} ended with ${end}: ${said}`);
  }
  process.once("exit", () => child.kill());
  const close = () => (child.kill() ? once(child, "exit") : undefined);
  return { url: said.match(/http:\/\/[^\s,)]+/)[0], close };
}
