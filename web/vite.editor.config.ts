import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/**
 * The editor of the content: Sveltia CMS with its page, for `cargo xtask dev --edit` and for a host of
 * its own. No page of the site is built from it.
 */
export default defineConfig({
  root: fileURLToPath(new URL("src/editor", import.meta.url)),
  // It is served from a folder of any name.
  base: "./",
  publicDir: false,
  // Colours for code in two hundred languages, 10 MB: the site has no blocks of code.
  resolve: {
    alias: [
      {
        find: /^@shikijs\/.*/,
        replacement: fileURLToPath(new URL("src/editor/no-colours.ts", import.meta.url)),
      },
    ],
  },
  build: {
    outDir: fileURLToPath(new URL("dist-editor", import.meta.url)),
    emptyOutDir: true,
    license: { fileName: "licences.json" },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 3000,
    modulePreload: { polyfill: false },
  },
});
