/** What every page loads after its first paint: the fonts, the web manifest and the service worker. */
import { savesData } from "./loading";
import { swapFonts } from "./swap-fonts";

/** Whether the page is in the language that is kept for reading offline. */
declare const __IS_ORIGINAL__: boolean;

const WORKER = "/sw.js";

/**
 * After how long a visitor gets the service worker, in milliseconds. Visitors who leave earlier do
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
  if (__IS_ORIGINAL__)
    setTimeout(() => void registerWorker().catch(() => undefined), WORKER_DELAY_MS);
}

/** With data saving on, an existing worker stays, and none is installed. */
async function registerWorker() {
  if (savesData()) return;
  // The one Trusted Types policy that the site's headers allow. It returns this address for any
  // input.
  const rules = { createScriptURL: () => WORKER };
  const policy = (window as Newer).trustedTypes?.createPolicy("worker", rules);
  await navigator.serviceWorker?.register(policy?.createScriptURL("") ?? WORKER);
}
