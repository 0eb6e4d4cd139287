// Served at the service worker's address if the site has no worker: in development, or if it is
// switched off. Removes the worker of an earlier build and everything that it stored.
addEventListener("install", () => globalThis.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(removeWorker()));

async function removeWorker() {
  const stored = (await caches.keys()).filter((name) => name.startsWith("site-"));
  await Promise.all(stored.map((name) => caches.delete(name)));
  await globalThis.registration.unregister();
}
