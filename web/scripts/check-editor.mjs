/**
 * Refuses an editor with code under a licence that nobody has agreed to, and puts the licences of its
 * fonts beside it.
 */
import { copyFile, glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { refuseForeign } from "./licences.mjs";

const folder = new URL("../dist-editor/", import.meta.url);
refuseForeign(JSON.parse(await readFile(new URL("licences.json", folder), "utf8")));
const cms = fileURLToPath(new URL(".", import.meta.resolve("@sveltia/cms")));
for await (const file of glob(`${cms}/assets/*.LICENSE.txt`))
  await copyFile(file, new URL(basename(file), folder));
