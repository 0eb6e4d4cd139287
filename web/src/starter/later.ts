/**
 * What every page does after its first paint: it loads the fonts, the web manifest and the service worker, and offers the
 * visitor's own language.
 */
import { savesData } from "./loading";
import { swapFonts } from "./swap-fonts";

/** Whether the page is in the language that is offered others. */
declare const __IS_ORIGINAL__: boolean;

const WORKER = "/sw.js";

/**
 * After how long a page asks the service worker for its language, in milliseconds. Visitors who leave earlier do
 * not download the pages for reading offline.
 */
const WORKER_DELAY_MS = 5000;

/** TypeScript does not know these APIs yet. */
type Newer = {
  readonly trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: () => string },
    ) => { createScriptURL: (address: string) => string };
  };
};

export function loadDeferred(fontsFetched: Promise<void>) {
  void swapFonts(fontsFetched);
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/site.webmanifest";
  document.head.append(manifest);
  setTimeout(() => void storeLanguage().catch(() => undefined), WORKER_DELAY_MS);
  if (__IS_ORIGINAL__) offerLanguage();
}

/**
 * Shows the link to the language that the visitor's browser speaks, until they press somewhere. Whoever comes from another
 * page of the site has seen it.
 */
function offerLanguage() {
  const link = document.querySelector(`a[lang="${navigator.language.slice(0, 2)}"]`);
  if (!link || document.referrer.startsWith(origin)) return;
  const offer = document.createElement("aside");
  offer.append(link.cloneNode(true));
  offer.popover = "auto";
  offer.style.cssText =
    "inset:auto 1em 1em auto;padding:1em;border:1px solid;background:var(--raised);color:var(--ink)";
  document.body.append(offer);
  offer.showPopover();
}

/**
 * Installs the service worker, and asks the newest there is to store the language of this page. With data saving on, an
 * existing worker stays, and is asked for nothing.
 */
async function storeLanguage() {
  if (savesData()) return;
  // The one Trusted Types policy that the site's headers allow. It returns this address for any
  // input.
  const rules = { createScriptURL: () => WORKER };
  const policy = (window as Newer).trustedTypes?.createPolicy("worker", rules);
  const worker = await navigator.serviceWorker?.register(policy?.createScriptURL("") ?? WORKER);
  // It sees the page's address.
  (worker?.installing ?? worker?.waiting ?? worker?.active)?.postMessage("");
}
