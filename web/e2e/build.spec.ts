import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  BUDGETS,
  excesses,
  heavyPictures,
  pagesWithoutForms,
  room,
  type Weight,
} from "../scripts/budgets";
import { isAllowed } from "../scripts/licences.mjs";
import { fingerprint, pageWeight, withoutHashes } from "../scripts/measure.mjs";
import { expect, test } from "./support/test";

const page = (hash: string) => `<script data-entry="/assets/client-${hash}.js"></script>`;
const weight = (name: string, bytes: number): Weight => ({ budget: "page", name, bytes });
const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("a build has the same identifier in any folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a-build-"));
  await cp(dist, folder, { recursive: true });
  expect(await fingerprint(folder)).toBe(await fingerprint(dist));
  await writeFile(join(folder, "index.html"), "another page");
  expect(await fingerprint(folder)).not.toBe(await fingerprint(dist));
  await rm(folder, { recursive: true });
});

test("a new hash of a script does not count as growth of a page", async () => {
  expect(withoutHashes(page("CEbCRVUr"))).toBe(withoutHashes(page("ab_9-XYZ")));
  expect(withoutHashes(page("CEbCRVUr"))).not.toBe(withoutHashes(`${page("CEbCRVUr")} more`));
  const services = await readFile(join(dist, "services.html"), "utf8");
  expect(await pageWeight(services)).toBeGreaterThan(1000);
});

/** Whoever makes it heavier finds what has grown, or says in the commit why a budget has to. */
test("the built site is no heavier than its budgets", async () => {
  const found = await readFile(join(dist, "../dist-client/.vite/weights.json"), "utf8");
  const weights = JSON.parse(found) as Weight[];
  expect(weights.length).toBeGreaterThan(Object.keys(BUDGETS).length);
  expect(excesses(weights)).toEqual([]);
  expect(await heavyPictures(dist)).toEqual([]);
});

test("a budget reports what is left and what is over", () => {
  const { limit } = BUDGETS.page;
  const full = [weight("a.html", limit - 100), weight("b.html", limit)];
  expect(excesses(full)).toEqual([]);
  expect(room(full)).toBe("0 bytes left for a page");
  const over = [...full, weight("c.html", limit + 30)];
  expect(excesses(over)).toEqual([`c.html: ${limit + 30} bytes, 30 over the ${limit} of a page`]);
  expect(room(over)).toBe("30 bytes too many for a page");
});

test("a first visit's scripts are the entry, the page and the imports of both, each once", () => {
  const glue = { file: "shared.js", dynamicImports: ["src/rules/pkg/rules.js"] };
  const manifest = {
    "_shared.js": { file: "shared.js" },
    "_loader.js": glue,
    "src/app/client.tsx": {
      file: "client.js",
      imports: ["_shared.js"],
      dynamicImports: ["src/a/home.tsx", "src/a/post.tsx", "src/a/contact.tsx"],
    },
    "src/a/home.tsx": { file: "home.js", imports: ["_shared.js"] },
    "src/a/post.tsx": {
      file: "post.js",
      dynamicImports: ["src/content/short.ts", "src/content/long.ts"],
    },
    "src/a/contact.tsx": { file: "contact.js", imports: ["_loader.js"] },
    "src/content/short.ts": { file: "short.js" },
    "src/content/long.ts": { file: "long.js" },
  };
  // The contact page is left out, because it imports the loader of the rules.
  expect(pagesWithoutForms(manifest)).toEqual([
    ["home.tsx", ["client.js", "home.js", "shared.js"]],
    ["post.tsx with short.ts", ["client.js", "post.js", "shared.js", "short.js"]],
    ["post.tsx with long.ts", ["client.js", "post.js", "shared.js", "long.js"]],
  ]);
  expect(() => pagesWithoutForms({})).toThrow("src/app/client.tsx");
});

test("of licences joined by OR one is enough, of those joined by AND all are needed", () => {
  for (const allowed of ["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC", "(GPL-2.0 OR ISC) AND MIT"]) {
    expect(isAllowed(allowed), allowed).toBe(true);
  }
  for (const other of ["GPL-3.0", "MIT AND GPL-3.0", "SEE LICENSE IN FILE", "", "UNLICENSED"]) {
    expect(isAllowed(other), other).toBe(false);
  }
});
