/**
 * What every page loads after its first paint: the web manifest, the fonts unless they are applied
 * already, and the service worker.
 */
import { fetchFonts } from "./fonts";

const WORKER = "/sw.js";

/**
 * After how long a visitor gets the service worker, in milliseconds. Visitors who leave earlier do
 * not download the pages for reading offline.
 */
const WORKER_DELAY_MS = 5000;

/** TypeScript does not know these APIs yet. */
type Newer = {
  readonly connection?: { readonly saveData?: boolean };
  readonly trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: () => string },
    ) => { createScriptURL: (address: string) => string };
  };
};

export async function loadDeferred() {
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/site.webmanifest";
  document.head.append(manifest);
  setTimeout(() => void registerWorker().catch(() => undefined), WORKER_DELAY_MS);
  if (!document.documentElement.dataset.fonts) await fetchFonts();
}

/** With data saving on, an existing worker stays, and none is installed. */
async function registerWorker() {
  if ((navigator as Newer).connection?.saveData) return;
  // The one Trusted Types policy that the site's headers allow. It returns this address for any
  // input.
  const rules = { createScriptURL: () => WORKER };
  const policy = (window as Newer).trustedTypes?.createPolicy("worker", rules);
  await navigator.serviceWorker?.register(policy?.createScriptURL("") ?? WORKER);
}
