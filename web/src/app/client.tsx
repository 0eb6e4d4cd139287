import "@/styles/index.css";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { base } from "@/content/generated/language";
import { ownPath, paths } from "@/paths";
import { Document } from "./document";
import { loadPage, preloadOnIntent } from "./routes";

// If it fails, React does not start: it would replace a page that can be read.
await loadPage(ownPath(location.pathname) ?? paths.home);
// Hydrates in a separate task and in slices, so that a slow phone can respond in between.
await new Promise((resolve) => setTimeout(resolve));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <BrowserRouter basename={base}>
        <Document />
      </BrowserRouter>
    </StrictMode>,
  );
});
preloadOnIntent();
