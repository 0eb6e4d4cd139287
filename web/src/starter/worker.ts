/**
 * The service worker, which makes the site readable offline
 * (docs/decisions/0006-a-build-is-stored-as-a-whole.md). It stores the whole build that it came with, and
 * the browser removes it when no page uses it any more. With a connection, pages come from the
 * network. It stores only the files of its own list, which are the same for everybody. At any other
 * address it shows the offline page if there is no connection. It leaves `/api` to the browser.
 */

/** The files to store, which `prerender.mjs` fills in. */
declare const PRECACHE: Readonly<{
  /** The name of the build. */
  build: string;
  /**
   * The entry module. Every page of this build names it, and pages of other builds name another.
   */
  entry: string;
  /** The script for after the first paint. The page `offline` names it, and no entry module. */
  later: string;
  /** Paths. */
  pages: readonly string[];
  files: readonly string[];
  /** Those of both, and of `offline`, that are stored as copies, without what goes by itself on a day. */
  kept: readonly string[];
  /** The path of the page for addresses that are not stored. */
  offline: string;
}>;

/** The worker types that are used here. TypeScript cannot load its own beside those for pages. */
interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const clients: { claim: () => Promise<void> };
declare function addEventListener(
  type: "install" | "activate",
  listener: (event: ExtendableEvent) => void,
): void;
declare function addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;

// Used once only, because the build replaces the name by the whole list.
const { build, entry, later, pages, files, kept, offline } = PRECACHE;

const PREFIX = "site-";
const CACHE = PREFIX + build;

/** How long to wait for a page before the stored one is shown, in milliseconds. */
const NETWORK_TIMEOUT_MS = 3000;

/** Says where the data is. A server may change it without a new build. */
const CONFIG = "/config.json";

/** File names in this folder contain a hash of the content. */
const ASSETS = "/assets/";

const API = "/api/";

addEventListener("install", (event) => event.waitUntil(cacheBuild()));
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOtherBuilds(), clients.claim()]));
});
addEventListener("fetch", (event) => {
  const answer = responseFor(event.request);
  if (answer) event.respondWith(answer);
});

/** Fails as a whole if a file is missing; the browser then tries again with the next page. */
async function cacheBuild() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    cache.addAll(files.filter((file) => !kept.includes(file)).map(newest)),
    ...files.filter((file) => kept.includes(file)).map((file) => cacheFrom(cache, file, "")),
    cacheFrom(cache, offline, later),
    ...pages.map((page) => cacheFrom(cache, page, entry)),
  ]);
}

/**
 * Fetches a file that has the same name in every build from the network, since the browser's cache
 * may have an old one.
 */
function newest(file: string) {
  return file.startsWith(ASSETS) ? file : new Request(file, { cache: "no-cache" });
}

/**
 * Stores a page, or a file that is stored in another form. A deploy may happen during the
 * installation, so a page that does not name this build's script is refused.
 */
async function cacheFrom(cache: Cache, path: string, script: string) {
  const response = await fetch(sourceOf(path), { cache: "no-cache", credentials: "omit" });
  const text = await response.clone().text();
  if (!response.ok || response.redirected || !text.includes(script))
    throw new Error(`${path} is of another build`);
  await cache.put(path, response);
}

/** Where what is stored of an address is fetched. */
function sourceOf(path: string): string {
  return kept.includes(path) ? `/kept${path === "/" ? "/home" : path}` : path;
}

async function deleteOtherBuilds() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** `undefined` lets the browser answer. */
function responseFor(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname.startsWith(ASSETS)) return cacheFirst(request, pathname);
  if (pathname === CONFIG) return newestConfig(request);
  if (files.includes(pathname)) return networkFirst(request, pathname);
  if (request.mode !== "navigate" || pathname.startsWith(API)) return undefined;
  if (!pages.includes(pathname)) return fetch(request).catch(offlineResponse);
  return Promise.race([networkFirst(request, pathname), cachedAfter(NETWORK_TIMEOUT_MS, pathname)]);
}

/** Their names contain a hash, so a stored file of any build is right. */
async function cacheFirst(request: Request, path: string): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await cached(path)) ?? answer ?? Response.error();
}

/** The answer at an address that is not stored. The status tells that it is not the page itself. */
async function offlineResponse(): Promise<Response> {
  const page = await cached(offline);
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: page.headers });
}

async function newestConfig(request: Request): Promise<Response> {
  const answer = await networkFirst(request, CONFIG);
  if (answer.ok) await (await caches.open(CACHE)).put(CONFIG, answer.clone());
  return answer;
}

/** Never resolves if nothing is stored. */
function cachedAfter(delay: number, path: string): Promise<Response> {
  return new Promise((show) => {
    setTimeout(() => void cached(path).then((page) => page && show(page)), delay);
  });
}

async function cached(path: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(path);
}
