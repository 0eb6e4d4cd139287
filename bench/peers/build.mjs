/** Builds the peers into a folder each, compressed by the same hand as our own site. */
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as buildAstro } from "astro";
import { compress } from "../../web/scripts/compress.mjs";
import { fileOf, routes } from "../support/dist.mjs";
import { css, page as floor } from "./floor/page.mjs";
import { wordsOf } from "./words.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const BUILDS = {
  floor: (folder) => put(join(folder, "index.html"), floor),
  words: async (folder) => {
    const pages = routes();
    // A site has a first page, which in another language is not at its root.
    for (const { route, html } of [{ ...pages[0], route: "/" }, ...pages]) {
      await put(join(folder, fileOf(route)), wordsOf(html, css));
    }
  },
  astro: (folder) =>
    buildAstro({
      configFile: false,
      root: here("astro"),
      outDir: folder,
      cacheDir: `${folder}-cache`,
      logLevel: "warn",
      devToolbar: { enabled: false },
      // Where the server looks for what never changes. Whether the sheet is inlined is Astro's own
      // choice, as it is for whoever starts with its defaults.
      build: { assets: "assets" },
      vite: { cacheDir: `${folder}-cache`, build: { assetsInlineLimit: 0 } },
    }),
};

/** Returns each peer's name with the folder it was built into. */
export async function buildPeers(target) {
  const peers = Object.entries(BUILDS).map(([name, build]) => ({
    name,
    build,
    folder: join(target, name),
  }));
  for (const { build, folder } of peers) {
    await rm(folder, { recursive: true, force: true });
    await build(folder);
    await copyFile(here("../../content/public/favicon.svg"), join(folder, "favicon.svg"));
    await compress(folder);
  }
  return peers.map(({ name, folder }) => ({ name, folder }));
}

async function put(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
