/**
 * The weight of a build and its name, which depend on its content only, not on where it was built.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { brotli } from "./compress.mjs";

/** File names with a hash from the bundler, such as `client-CEbCRVUr.js`. */
const HASHED = /([\w.-]+)-[\w-]{8}(?=\.(?:js|css|woff2|svg|png|avif)\b)/g;

/** A name for the build in a folder: a hash of its content, and of more that belongs to it. */
export async function fingerprint(folder, more = "") {
  const hash = createHash("sha256");
  for (const file of await filesBelow(folder)) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return hash.update(more).digest("hex").slice(0, 16);
}

/**
 * The brotli size of a page in bytes. Each hash in it is replaced by one that depends only on the
 * name beside it, because the hash of a script can change a page's size by twenty bytes, and that
 * is not growth.
 */
export async function pageWeight(html) {
  return (await brotli(Buffer.from(withoutHashes(html)))).length;
}

export function withoutHashes(html) {
  return html.replace(HASHED, (_, name) => {
    const steady = createHash("sha256").update(name).digest("base64url").slice(0, 8);
    return `${name}-${steady}`;
  });
}

/** All files below a folder, sorted, as paths with forward slashes. */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name)));
  return paths.map((path) => path.split(sep).join("/")).toSorted();
}
