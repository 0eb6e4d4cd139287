import "@/styles/index.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Document } from "./document";
import { fetchFaces } from "./faces";
import { preloadOnIntent } from "./navigation/preload-on-intent";
import { preload } from "./routes";

await preload(location.pathname);
hydrateRoot(
  document,
  <StrictMode>
    <BrowserRouter>
      <Document />
    </BrowserRouter>
  </StrictMode>,
);
preloadOnIntent();
void fetchFaces();
