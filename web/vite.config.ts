import path from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { hotPages } from "./scripts/hot-pages.ts";
import { aliasOf } from "./scripts/alias.ts";
import { knownOf, LANGUAGE, ORIGINAL, suffix } from "./scripts/languages.ts";

/** What a page without a form never needs, however many parts of the others share it. */
const FORMS =
  /bindings\/(words|constants)|words\/components|@radix-ui|src\/(rules|programme\/(drafts|site-mode)|components\/(close-button|fields|is-composing|notice\/notice-icon|toast\/(toast-card|toasts|toast\.module|use-)))/;
/** What the referral page has in either mode. */
const REFERRAL =
  /src\/(programme\/(?!drafts|hosted\/|site-mode)|features\/referral\/(?!hosted\/)|components\/(dialog|figures|import-field|notice\/notice\.tsx|tag))/;
/** What services are drawn with, and what long texts are made of. */
const SERVICES =
  /src\/(components\/(service-picture|drawing\/service-drawing)|content\/generated\/(\w\w\/)?words\/services)/;
const TEXT = /src\/(components\/text\/|content\/loader)/;
/** What is known of all posts. */
const POSTS = /src\/content\/generated\/(\w\w\/)?(words\/blog|posts)\.ts/;
/** Vacancies, courses and cases, in lists and on their pages; the latter is for services too. */
const WORK =
  /src\/(components\/entries|content\/(vacancies|pay-and-price)\.|content\/generated\/(\w\w\/)?(words\/(vacancies|money)|vacancies|courses|cases)\.)/;
const FACTS = /src\/components\/facts\//;
/** What is fetched only where there is a server. */
const HOSTED =
  /bindings\/hosted|node_modules\/@tanstack\/|src\/(api|programme\/hosted|features\/referral\/hosted)\//;

/** Few files rather than many small ones, and React in one that outlives our own changes. */
const codeSplitting = {
  groups: [
    {
      name: "react",
      test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
    },
    {
      name: "shared",
      minShareCount: 3,
      test: (id: string) =>
        ![FORMS, REFERRAL, HOSTED, SERVICES, TEXT, POSTS, WORK, FACTS].some((other) =>
          other.test(id),
        ),
    },
    { name: "services", minShareCount: 2, test: SERVICES },
    { name: "text", minShareCount: 2, test: TEXT },
    { name: "posts", minShareCount: 2, test: POSTS },
    { name: "work", minShareCount: 2, test: WORK },
    { name: "facts", minShareCount: 2, test: FACTS },
    { name: "forms", minShareCount: 2, test: FORMS },
    { name: "referral", minShareCount: 2, test: REFERRAL },
    { name: "hosted", minShareCount: 2, test: HOSTED },
  ],
};

/** Short, the same in every build, and unlike a hash compressible: the names of file and class. */
function scopedName(name: string, file: string) {
  return `${path.basename(file).split(".")[0]}-${name}`;
}

/** Nesting and light-dark() are left as they are written: browsers have had them since 2024. */
export const cssTarget = ["chrome123", "firefox128", "safari17.5"];

/** A slow machine is nothing to warn of. */
export const checks = { pluginTimings: false };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), hotPages()],
  resolve: { alias: aliasOf(LANGUAGE) },
  publicDir: fileURLToPath(new URL("../content/public", import.meta.url)),
  define: { __BUILD_YEAR__: String(new Date().getFullYear()), ...knownOf(LANGUAGE) },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: (isSsrBuild ? "dist-server" : "dist-client") + suffix(LANGUAGE),
    manifest: !isSsrBuild,
    license: isSsrBuild ? false : { fileName: ".vite/licences.json" },
    copyPublicDir: !isSsrBuild && LANGUAGE === ORIGINAL,
    cssTarget,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      // Words cost no more than if they stood in the code that says them.
      optimization: { inlineConst: { mode: "all" } },
      ...(isSsrBuild
        ? {}
        : {
            input: ["src/app/client.tsx", "src/starter/later.ts"],
            // The starter imports the second by its address, and calls what it exports.
            preserveEntrySignatures: "strict",
            output: { codeSplitting },
          }),
    },
  },
  // The content and the bindings lie beside this folder.
  server: { fs: { allow: [".."] } },
}));
