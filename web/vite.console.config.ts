import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { aliasOf } from "./scripts/alias.ts";
import { knownOf, ORIGINAL } from "./scripts/languages.ts";
import { checks, cssTarget } from "./vite.config.ts";

/**
 * The console that staff work in: a build of its own, so that none of it weighs on the public pages
 * and none of their parts are cut another way because of it.
 */
export default defineConfig({
  root: fileURLToPath(new URL("src/console", import.meta.url)),
  publicDir: false,
  plugins: [react()],
  resolve: { alias: aliasOf(ORIGINAL) },
  define: knownOf(ORIGINAL),
  build: {
    outDir: fileURLToPath(new URL("dist-console", import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    license: { fileName: ".vite/licences.json" },
    cssTarget,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks },
  },
});
