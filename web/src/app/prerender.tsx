import "@/styles/index.css";
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { Document } from "./document";

export { opensOffline } from "@/content/generated/addresses";
export { indexOf } from "@/features/search/terms";
export { head } from "./prerendering/head";
export { pages } from "./prerendering/pages";
export { noScriptForms } from "./prerendering/no-script-forms";
export { siteFiles } from "./prerendering/site-files";

/** The whole document of an address, as markup. Waits for all that the page needs. */
export async function render(url: string): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={url}>
        <Document />
      </StaticRouter>
    </StrictMode>,
    // In one piece: pieces that arrive later need inline scripts, which the site's policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw new AggregateError(errors, `${url} could not be rendered`);
  return html;
}
