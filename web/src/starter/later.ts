/**
 * What every page has after its first paint, so that none of it stands in between: the manifest, the
 * faces unless they are worn already, and the service worker.
 */
import { fetchFaces } from "./faces";

const WORKER = "/sw.js";

/** Who leaves earlier does not pay for a site that can be read offline, in milliseconds. */
const STAYS_MS = 5000;

/** TypeScript knows neither of these yet. */
type Newer = {
  readonly connection?: { readonly saveData?: boolean };
  readonly trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: () => string },
    ) => { createScriptURL: (address: string) => string };
  };
};

export async function bringTheRest() {
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/site.webmanifest";
  document.head.append(manifest);
  setTimeout(() => void registerWorker().catch(() => undefined), STAYS_MS);
  if (!document.documentElement.dataset.faces) await fetchFaces();
}

/** Where somebody saves data, a worker that is there stays, and none is fetched. */
async function registerWorker() {
  if ((navigator as Newer).connection?.saveData) return;
  // The one policy that the site's headers allow: whatever it is asked for, it gives this address.
  const rules = { createScriptURL: () => WORKER };
  const policy = (window as Newer).trustedTypes?.createPolicy("worker", rules);
  await navigator.serviceWorker?.register(policy?.createScriptURL("") ?? WORKER);
}
