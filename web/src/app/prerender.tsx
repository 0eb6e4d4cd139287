import "@/styles/index.css";
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { base } from "@/content/generated/language";
import { pathInLanguage } from "@/paths";
import { Document } from "./document";
import { asFrame } from "./prerendering/frames/frame";
import { frames } from "./prerendering/frames/frames";
import { OfflinePage } from "./prerendering/offline-page";
import { offline } from "./prerendering/pages";

export { pathInLanguage, isStored } from "@/paths";
export { AFTER_ALL, changeBy, renderFor } from "@/content/day";
export { changes, opensOffline } from "@/content/generated/addresses";
export { indexOf } from "@/features/search/terms";
export { frameHead, head, plainHead } from "./prerendering/head";
export { brokenLinks } from "./prerendering/links";
export { frames } from "./prerendering/frames/frames";
export { foreignScript } from "./prerendering/own-scripts";
export { offline, pages } from "./prerendering/pages";
export { noScriptForms } from "./prerendering/no-script-forms";
export { filesOfLanguage, listedPages, siteFiles } from "./prerendering/site-files";

/** Renders the whole document of an address, after everything that the page needs has loaded. */
export async function render(url: string): Promise<string> {
  const errors: unknown[] = [];
  const frame = frames.find((it) => it.url === url);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={base} location={pathInLanguage(url)}>
        <Document>{frame?.page ?? (url === offline ? <OfflinePage /> : undefined)}</Document>
      </StaticRouter>
    </StrictMode>,
    // In one piece: later pieces would need inline scripts, which the site's policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new AggregateError(errors, `${url} could not be rendered`);
  return frame ? asFrame(html) : html;
}
