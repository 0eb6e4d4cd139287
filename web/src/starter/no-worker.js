// Stands at the service worker's address where there is none: in development, and where the site has
// it switched off. The worker that an earlier build has left goes, with all that it kept.
addEventListener("install", () => globalThis.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const kept = (await caches.keys()).filter((name) => name.startsWith("site-"));
  await Promise.all(kept.map((name) => caches.delete(name)));
  await globalThis.registration.unregister();
}
