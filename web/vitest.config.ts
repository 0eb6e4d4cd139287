import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { aliasOf } from "./scripts/alias.ts";
import { knownOf, ORIGINAL } from "./scripts/languages.ts";
import { browser } from "./scripts/browser.ts";

export default defineConfig({
  plugins: [react()],
  // What the domain's own tests have written down for these.
  resolve: {
    alias: {
      ...aliasOf(ORIGINAL),
      "@target": fileURLToPath(new URL("../target", import.meta.url)),
    },
  },
  define: { __BUILD_YEAR__: String(new Date().getFullYear()), ...knownOf(ORIGINAL) },
  // Found only while tests run, they would make the browser start over.
  optimizeDeps: {
    include: [
      "@radix-ui/react-toast",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "react-dom/client",
      "react-dom/server",
      "react-router-dom",
      "vitest-browser-react",
    ],
  },
  // What one test cannot load must not lie over the pages of the others.
  server: { fs: { allow: [".."] }, hmr: { overlay: false } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    globalSetup: ["scripts/parity.ts"],
    // What one test puts in the place of something is not there for the next.
    unstubGlobals: true,
    restoreMocks: true,
    // The walk of the whole specification takes 15 seconds on a busy machine.
    testTimeout: 60_000,
    // As many pages side by side, since a test waits much of its time.
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: browser }),
      instances: [{ browser: "chromium", viewport: { width: 800, height: 700 } }],
    },
  },
});
