import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/**
 * Sveltia 0.221.1 asks what is wrong with a text after it was saved, when nothing is known of it any
 * more. The error keeps the saved text open now and then. A version that has mended it needs no plugin.
 */
const closesWhatIsSaved = changesSveltia(
  "closes-what-is-saved",
  // `Object.values(validities[locale]).some(…)` of its switch between languages.
  /Object\.values\((\w+\(\w+\)\[\w+\])\)(?=\.some\(\(\{valid:)/g,
  "Object.values($1??{})",
);

/** Sveltia lets a picture in a text be without a description. The build does not. */
const wantsDescriptions = changesSveltia(
  "wants-descriptions",
  /(\{name:`alt`,label:\w+\(`editor_components\.alt`\)),required:!1\}/g,
  "$1,hint:`What the picture shows, in a sentence, for those who do not see it.`}",
);

/** A plugin that replaces a piece of Sveltia's code, which must be there exactly once. */
function changesSveltia(name: string, pattern: RegExp, replacement: string): Plugin {
  return {
    name,
    transform: {
      filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
      handler(code) {
        if (code.match(pattern)?.length !== 1) this.error("This is another version of Sveltia.");
        return { code: code.replace(pattern, replacement), map: null };
      },
    },
  };
}

/**
 * The editor of the content: Sveltia CMS with its page, for `cargo xtask dev --edit` and for a host of
 * its own. No page of the site is built from it.
 */
export default defineConfig({
  root: fileURLToPath(new URL("src/editor", import.meta.url)),
  // It is served from a folder of any name.
  base: "./",
  publicDir: false,
  plugins: [closesWhatIsSaved, wantsDescriptions],
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
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
