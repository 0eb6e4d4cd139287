/**
 * Makes the site out of the two builds: renders every page, adds what a first visit needs,
 * compresses, and holds the result against its budgets. It is put in place at once, so that nobody
 * is served half a site.
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { excesses, heavyPictures, room, weights } from "./budgets.ts";
import { compress } from "./compress.mjs";
import { licences } from "./licences.mjs";
import { fingerprint } from "./measure.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const client = join(web, "dist-client");
const next = join(web, "dist-next");
const dist = join(web, "dist");

const { head, pages, render, siteFiles } = await import(join(web, "dist-server/prerender.js"));
const manifest = JSON.parse(await readFile(join(client, ".vite/manifest.json"), "utf8"));
const entry = `/${manifest["src/app/client.tsx"].file}`;
const sheet = Object.values(manifest).find(({ file }) => file.endsWith(".css"));
// The order of the layers is told first. The bundler does not promise to keep it there.
const layers = await readFile(join(web, "src/styles/layers.css"), "utf8");
const css = (layers + (await readFile(join(client, sheet.file), "utf8"))).trim();

await rm(next, { recursive: true, force: true });
await cp(client, next, { recursive: true });
await rm(join(next, ".vite"), { recursive: true });

for (const { url, file } of pages) {
  // The router's mark for a server framework that is not in use here: dead weight in every link.
  const html = (await render(url)).replaceAll(' data-discover="true"', "");
  if (html.includes('<template id="B:')) throw new Error(`${url} needs a script to be seen`);
  const end = html.indexOf("</head>");
  await put(file, html.slice(0, end) + head({ url, html, css, entry }) + html.slice(end));
}
for (const [file, text] of Object.entries(siteFiles())) await put(file, text);
await put("licences.txt", await licences(web));
await compress(next);
// Written last: its change tells the server that the rest is there.
await put(".build", `${await fingerprint(next)}\n`);

await rm(`${dist}-old`, { recursive: true, force: true });
await rename(dist, `${dist}-old`).catch(() => undefined);
await rename(next, dist);
await rm(`${dist}-old`, { recursive: true, force: true });

const found = await weights(web);
const tooHeavy = [...excesses(found), ...(await heavyPictures(dist))];
if (tooHeavy.length > 0) {
  console.error(`The built site is heavier than it may be:\n${tooHeavy.join("\n")}`);
  console.error("Find what has grown, or say in the commit why scripts/budgets.ts has to.");
  process.exitCode = 1;
}
console.log(`${pages.length} pages in web/dist\n${room(found)}`);

async function put(file, text) {
  await mkdir(dirname(join(next, file)), { recursive: true });
  await writeFile(join(next, file), text);
}
