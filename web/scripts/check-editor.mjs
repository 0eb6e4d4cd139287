/** Refuses an editor with code under a licence that nobody has agreed to. */
import { readFile } from "node:fs/promises";
import { refuseForeign } from "./licences.mjs";

const list = new URL("../dist-editor/licences.json", import.meta.url);
refuseForeign(JSON.parse(await readFile(list, "utf8")));
