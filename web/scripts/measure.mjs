/** What a build weighs and what it is called: the same for the same site, wherever it was built. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { brotli } from "./compress.mjs";

/** The bundler's names for files, such as `client-CEbCRVUr.js`. */
const HASHED = /([\w.-]+)-[\w-]{8}(?=\.(?:js|css|woff2|svg|png|avif)\b)/g;

/** A name for the build in a folder. */
export async function fingerprint(folder) {
  const hash = createHash("sha256");
  for (const file of await filesBelow(folder)) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** What each page weighs, by its name in the folder. */
export async function pageWeights(folder) {
  const pages = (await filesBelow(folder)).filter((file) => file.endsWith(".html"));
  const weigh = async (page) => {
    return [page, await pageWeight(await readFile(join(folder, page), "utf8"), page)];
  };
  return Object.fromEntries(await Promise.all(pages.map(weigh)));
}

/**
 * What a page weighs in brotli, in bytes. Each hash in it counts as one that depends on nothing but
 * the name beside it: the hash of a script moves a page's weight by up to twenty bytes, which is no
 * growth of the page.
 */
export async function pageWeight(html, name) {
  return (await brotli(Buffer.from(withoutHashes(html)), name)).length;
}

export function withoutHashes(html) {
  return html.replace(HASHED, (_, name) => {
    const steady = createHash("sha256").update(name).digest("base64url").slice(0, 8);
    return `${name}-${steady}`;
  });
}

/** Every file, by its path from the folder with forward slashes, in order. */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name)));
  return paths.map((path) => path.split(sep).join("/")).toSorted();
}
