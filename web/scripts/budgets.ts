/**
 * The byte budgets of the built site. A page that fits the first flight of a connection arrives in
 * one round trip. Everything after that costs time on the slowest phones.
 */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { CODES, ORIGINAL, suffix } from "./languages.ts";
import { filesBelow, pageWeight } from "./measure.mjs";

export type Weight = {
  budget: keyof typeof BUDGETS;
  /** The file, or the group of files. */
  name: string;
  /** The compressed size (brotli). A page is measured with fixed hashes. */
  bytes: number;
};

/** In bytes as they are sent. */
export const BUDGETS = {
  /**
   * Ten segments of 1,460 bytes, which is the usual first congestion window (RFC 6928), minus the
   * headers.
   */
  page: { what: "a page", limit: 14_600 - 1080 },
  /**
   * Without React, which is loaded later (docs/decisions/0004-react-is-loaded-when-needed.md). A hundred bytes of it
   * are for the offer of the visitor's own language.
   */
  reading: { what: "the scripts of a page that is only read", limit: 2100 },
  /** Three hundred bytes of it are the ways to the other languages. */
  scripts: { what: "the scripts of a page with React", limit: 85_300 },
  /** A letter of theirs takes two or three bytes, and the privacy notice has thousands. */
  translated: { what: "the scripts of a page with React in another language", limit: 88_000 },
  rules: { what: "the rules with their glue", limit: 36_000 },
  search: { what: "the search index", limit: 30_000 },
  fonts: { what: "all fonts", limit: 40_000 },
  /**
   * Downloaded at most once per build, by visitors who stay. Three thousand bytes of it are what members do
   * with their points, and who has most, 1,300 the link that they share, and 1,300 that with which they send
   * somebody their page (docs/decisions/0006-a-build-is-stored-as-a-whole.md). Three and a half thousand are the ways to
   * other languages, on every page and in the scripts, and words that stand apart from the code that says them.
   */
  offline: { what: "what is stored for reading offline", limit: 460_500 },
  /** Without fonts. */
  offlineTranslated: {
    what: "what is stored for reading offline in another language",
    limit: 415_000,
  },
  /** A separate page that only staff open. */
  console: { what: "the scripts of a screen of the console", limit: 130_000 },
  further: { what: "the scripts that a further screen of the console adds", limit: 40_000 },
};

/** Vite's manifest: the chunks of the client by source file. */
type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>;

const ENTRY = "src/app/client.tsx";
const LATER = "src/starter/later.ts";
const CONSOLE = "index.html";
const GLUE = "src/rules/pkg/rules.js";
const MODULE = "src/rules/pkg/rules_bg.wasm";
/** The folder of texts that a page fetches by address: the bodies of posts. */
const CONTENT = "src/content/";
/** Copies of other pages, for static hosts that expect these names. */
const COPIES = /(^|\/)404\.html$/;

/**
 * Bitmap formats to replace by SVG, AVIF or WebP, which is what the editor makes of a photograph; except where systems and
 * other sites need them.
 */
const HEAVY =
  /^(?!icons\/|apple-touch-icon\.png$|favicon\.|social\.png$).*\.(png|jpe?g|gif|bmp|tiff|ico)$/i;

/** A page's size can depend on the hashes in it by fewer bytes than this. Only a page near its limit is measured without. */
const FOR_HASHES = 200;

/**
 * The weights of everything with a budget. `web` has `dist` and the client's manifest; `stored` are
 * the files that the service worker stores for each language.
 */
export async function weights(web: string, stored: Record<string, string[]>): Promise<Weight[]> {
  const dist = path.join(web, "dist");
  const text = await readFile(path.join(web, "dist-client/.vite/manifest.json"), "utf8");
  const manifest: Manifest = JSON.parse(text);
  const sum = async (files: Iterable<string>) => {
    const sizes = await Promise.all([...files].map((file) => sent(path.join(dist, file))));
    return sizes.reduce((all, size) => all + size, 0);
  };
  const all = await filesBelow(dist);
  const pages = all.filter((name) => name.endsWith(".html") && !COPIES.test(name));
  const found = await Promise.all(
    pages.map(async (name): Promise<Weight> => {
      const bytes = await sent(path.join(dist, name));
      if (bytes < BUDGETS.page.limit - FOR_HASHES) return { budget: "page", name, bytes };
      const steady = await pageWeight(await readFile(path.join(dist, name), "utf8"));
      return { budget: "page", name, bytes: steady };
    }),
  );
  const home = await readFile(path.join(dist, "index.html"), "utf8");
  const starter = /<script data-entry[^>]*>(.*?)<\/script>/s.exec(home)?.[1] ?? "";
  const reading = await pageWeight(starter);
  const later = await sum([part(manifest, LATER).file]);
  found.push({ budget: "reading", name: "starter and later", bytes: reading + later });
  for (const language of CODES) {
    const file = path.join(web, `dist-client${suffix(language)}/.vite/manifest.json`);
    const own: Manifest = JSON.parse(await readFile(file, "utf8"));
    for (const [name, files] of pagesWithoutForms(own)) {
      const bytes = await sum(files);
      const budget = language === ORIGINAL ? "scripts" : "translated";
      found.push({ budget, name: `${name}${suffix(language)}`, bytes });
    }
    const index = language === ORIGINAL ? "search.json" : `${language}/search.json`;
    found.push({ budget: "search", name: index, bytes: await sent(path.join(dist, index)) });
  }
  const ofConsole = await readFile(path.join(web, "dist-console/.vite/manifest.json"), "utf8");
  const staff: Manifest = JSON.parse(ofConsole);
  const first = [...reached(staff, [CONSOLE])].map((one) => part(staff, one).file);
  const shell = await sum(unique(first));
  for (const screen of part(staff, CONSOLE).dynamicImports ?? []) {
    const files = [...reached(staff, [CONSOLE, screen])].map((one) => part(staff, one).file);
    const bytes = await sum(unique(files));
    found.push({ budget: "console", name: screen, bytes });
    found.push({ budget: "further", name: screen, bytes: bytes - shell });
  }
  const rules = [GLUE, MODULE].map((name) => part(manifest, name).file);
  found.push({ budget: "rules", name: "wasm and glue", bytes: await sum(rules) });
  for (const [language, files] of Object.entries(stored)) {
    const budget = language === ORIGINAL ? "offline" : "offlineTranslated";
    found.push({ budget, name: `all that is stored in ${language}`, bytes: await sum(files) });
  }
  const fonts = all.filter((file) => file.endsWith(".woff2"));
  found.push({ budget: "fonts", name: fonts.join(" and "), bytes: await sum(fonts) });
  return found;
}

/** A message for each weight above its budget. */
export function excesses(found: Weight[]): string[] {
  return found.flatMap(({ budget, name, bytes }) => {
    const { what, limit } = BUDGETS[budget];
    if (bytes <= limit) return [];
    return [`${name}: ${bytes} bytes, ${bytes - limit} over the ${limit} of ${what}`];
  });
}

/** How many bytes each budget has left, for its heaviest item. */
export function room(found: Weight[]): string {
  const left = Object.entries(BUDGETS).flatMap(([budget, { what, limit }]) => {
    const bytes = found.filter((one) => one.budget === budget).map((one) => one.bytes);
    if (bytes.length === 0) return [];
    const rest = limit - Math.max(...bytes);
    return [rest < 0 ? `${-rest} bytes too many for ${what}` : `${rest} bytes left for ${what}`];
  });
  return left.join(", ");
}

/** The pictures of the built site that should be lighter, each with what to do. */
export async function heavyPictures(dist: string): Promise<string[]> {
  const files = await filesBelow(dist);
  return files
    .filter((file) => HEAVY.test(file))
    .map((file) => `${file}: make it svg, avif or webp`);
}

/**
 * Each page without a form, with the scripts that load React on it: the entry, the page, and
 * everything that both import. Pages with forms need the rules as well.
 */
export function pagesWithoutForms(manifest: Manifest): [string, string[]][] {
  const pages = part(manifest, ENTRY).dynamicImports ?? [];
  return pages.flatMap((page): [string, string[]][] => {
    const itself = [...reached(manifest, [page])];
    const later = itself.flatMap((name) => part(manifest, name).dynamicImports ?? []);
    if (later.includes(GLUE)) return [];
    const name = path.basename(page);
    const files = [...reached(manifest, [ENTRY, page])].map((one) => part(manifest, one).file);
    const texts = later.filter((one) => one.startsWith(CONTENT));
    if (texts.length === 0) return [[name, unique(files)]];
    return texts.map((text) => [
      `${name} with ${path.basename(text)}`,
      unique([...files, part(manifest, text).file]),
    ]);
  });
}

const unique = (files: string[]) => [...new Set(files)];

/** These chunks and everything that they import, directly or indirectly. */
function reached(manifest: Manifest, from: string[]) {
  const names = new Set<string>(from);
  // `forEach` and `for…of` over a Set also visit elements that are added during the loop.
  for (const name of names) part(manifest, name).imports?.forEach((next) => names.add(next));
  return names;
}

function part(manifest: Manifest, name: string) {
  const found = manifest[name];
  if (!found) throw new Error(`Vite's manifest has no ${name}: name its new place in budgets.ts`);
  return found;
}

/** The size of a file as it is sent: compressed if there is a compressed file beside it. */
async function sent(file: string) {
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}
