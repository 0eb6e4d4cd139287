/** Serves the built site as it will be served: by the server of this repository. */
import { spawn } from "node:child_process";

const run = ["run", "--quiet", "--package", "devserver", "--", "--dist", "dist"];
const server = spawn("cargo", [...run, ...process.argv.slice(2)], { stdio: "inherit" });
server.on("exit", (code) => process.exit(code ?? 1));
