/** Refuses imports that ARCHITECTURE.md does not allow, and storage outside its places. */
import { globSync, readFileSync } from "node:fs";

/** What each folder of src may import beside itself and what is for everybody. */
const LAYERS = {
  app: ["features", "programme", "rules", "content", "components"],
  features: ["programme", "api", "rules", "content", "components"],
  console: ["api", "rules", "content", "components"],
  programme: ["api", "rules"],
  api: [],
  rules: [],
  components: ["content"],
  content: [],
  starter: [],
  editor: [],
};
const FOR_EVERYBODY = ["outcome", "paths", "store", "styles", "starter", "testing"];
const STORES =
  /^src\/((programme|console|starter|testing)\/|app\/navigation\/scroll-and-focus)|\.test\.tsx?$/;

const IMPORT = /\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g;
const STORAGE = /^(?!\s*(?:\*|\/[/*])).*\b(?:local|session)Storage\b/gm;

/** Why this file may not import this; undefined if it may. */
function refusal(file, imported) {
  const [, layer, feature] = file.split("/");
  const [, other] = /^@\/([^/]+)/.exec(imported) ?? [];
  if (/rules\/pkg|^\.\/pkg\//.test(imported) && layer !== "rules")
    return "Only src/rules imports the wasm package: import from @/rules.";
  if (imported.startsWith("../")) {
    const { pathname } = new URL(imported, `file:///${file}`);
    if (layer !== "features") return "Reach another folder by its name: @/…";
    if (!pathname.startsWith(`/src/features/${feature}/`))
      return "A feature does not import another: move what both need to src/components.";
  }
  if (layer === "features" && other === "features")
    return "A feature imports its own files by a relative path, and no other feature.";
  if (!other || !LAYERS[layer] || [layer, ...LAYERS[layer], ...FOR_EVERYBODY].includes(other))
    return undefined;
  const allowed = LAYERS[layer].join(", ") || "no other layer";
  return `src/${layer} may import ${allowed}: pass it in, or move it.`;
}

// What the build makes of the content imports what it is made from.
const files = globSync("src/**/*.{ts,tsx,js}", { exclude: ["src/content/generated/**"] });
const faults = files.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const at = (index) => `${file}:${text.slice(0, index).split("\n").length}`;
  const imports = [...text.matchAll(IMPORT)].map(({ index, 1: imported }) => {
    const why = refusal(file, imported);
    return why && `${at(index)}: ${imported}: ${why}`;
  });
  const stored = STORES.test(file) ? [] : [...text.matchAll(STORAGE)];
  const why = "Only the places in STORES may use the browser's storage: see ARCHITECTURE.md.";
  return [...imports.filter(Boolean), ...stored.map(({ index }) => `${at(index)}: ${why}`)];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
