/** Runs cargo with these arguments, for npm scripts: `npm run dev`, `npm run preview`. */
import { spawn } from "node:child_process";

const cargo = spawn("cargo", process.argv.slice(2), { stdio: "inherit" });
cargo.on("error", () => {
  console.error("The rules are Rust: install it from https://rustup.rs, then run this again.");
  process.exitCode = 1;
});
cargo.on("exit", (code) => (process.exitCode = code ?? 1));
