/**
 * What a browser stores of each language for reading offline, when its pages ask for it
 * (docs/decisions/0006-a-build-is-stored-as-a-whole.md).
 */
import { join } from "node:path";
import { filesBelow } from "./measure.mjs";

/** The modules of pages that are not stored (isStored in src/paths.ts). */
const NOT_STORED = /\/(vacancies|courses|cases)\/|\/about(-facts)?\.tsx?$/;

/** The name of a page's copy. Some hosts redirect the address of a folder's own page. */
export function copyOf(file) {
  return join("stored", file === "index.html" ? "home.html" : file);
}

/** The name of the list of a language, whose addresses start with `base`. */
export function listFile(base) {
  return `stored${base}/list.json`;
}

/**
 * The list of a language, as the service worker reads it (`List` in src/starter/worker.ts), without the name of the
 * build. `stored` are its pages: the path, the file with what is stored, its HTML, and the script that it names.
 */
export async function offlineList({ base, client, manifest }, stored) {
  const others = Object.entries(manifest)
    .filter(([source]) => NOT_STORED.test(source))
    .flatMap(([, { file, css = [] }]) => [file, ...css]);
  const assets = (await filesBelow(join(client, "assets"))).map((file) => `assets/${file}`);
  const pictures = stored.flatMap(({ html }) =>
    Array.from(html.matchAll(/ src="(\/pictures\/[^"]+)"/g), ([, picture]) => picture),
  );
  const search = `${base}/search.json`;
  return {
    files: [
      ...assets.filter((file) => !others.includes(file)).map((file) => `/${file}`),
      ...new Set(pictures),
      "/config.json",
      "/favicon.svg",
      "/site.webmanifest",
    ],
    copies: [
      ...stored.map(({ path, file, script }) => [path, `/${file.replace(/\.html$/, "")}`, script]),
      [search, `/stored${search}`, ""],
    ],
  };
}

/** The files that are downloaded for a list. */
export function filesOf({ files, copies }) {
  const sources = copies.map(([, source]) => (/\.\w+$/.test(source) ? source : `${source}.html`));
  return [...files, ...sources];
}
