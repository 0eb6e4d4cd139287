/**
 * Runs after `npm ci`. If the machine's Node is older than 24, it fetches Node 24 from the npm
 * registry into node_modules of the repository's root. `npm run`, `npm test` and `npx` find
 * programs there before the machine's own.
 */
import { execSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.log(`Node ${process.versions.node} is too old: fetching Node 24`);
  execSync("npm ci --no-audit --no-fund", { cwd: root, stdio: "inherit" });
}
