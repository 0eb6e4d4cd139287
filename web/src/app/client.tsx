import "@/styles/index.css";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Document } from "./document";
import { loadPage, preloadOnIntent } from "./routes";

// If it fails, React does not start: it would replace a page that can be read.
await loadPage(location.pathname);
// Hydrates in a separate task and in slices, so that a slow phone can respond in between.
await new Promise((resolve) => setTimeout(resolve));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <BrowserRouter>
        <Document />
      </BrowserRouter>
    </StrictMode>,
  );
});
preloadOnIntent();
