/**
 * Run after `npm ci`: fetches Node 24 from the npm registry where the machine has an older one. It
 * goes into node_modules of the repository's root, whose programs npm finds before the machine's in
 * every `npm run`, `npm test` and `npx` below.
 */
import { execSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.log(`Node ${process.versions.node} is too old: fetching Node 24`);
  execSync("npm ci --no-audit --no-fund", { cwd: root, stdio: "inherit" });
}
