/**
 * The service worker, which makes the site readable offline
 * (docs/decisions/0006-a-build-is-stored-as-a-whole.md). It stores the pages and files of its own build,
 * language by language, as pages ask for it. The browser removes it when no page uses it any more. With a
 * connection, pages come from the network. What it stores is the same for everybody. At any other address
 * it shows the offline page if there is no connection. It leaves `/api` to the browser.
 */

/** What `prerender.mjs` fills in. */
declare const SITE: Readonly<{
  /** The name of the build. */
  build: string;
  /** What the addresses of each language start with. The original's, which is empty, is the last. */
  bases: readonly string[];
}>;

/** What there is to store of a language: the file at {@link listOf}. */
type List = Readonly<{
  /** The name of the build that it is of. */
  build: string;
  /** Paths. */
  files: readonly string[];
  /** Pages, and files of which another form is stored. */
  copies: readonly Copy[];
}>;

/** A path, where to fetch what is stored of it, and a text that only this build has in it. */
type Copy = readonly [path: string, source: string, mark: string];

/** The worker types that are used here. TypeScript cannot load its own beside those for pages. */
interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface MessageFromPage extends ExtendableEvent {
  /** The page. */
  readonly source: Readonly<{ url: string }>;
}
declare const clients: { claim: () => Promise<void> };
declare function addEventListener(
  type: "install" | "activate",
  listener: (event: ExtendableEvent) => void,
): void;
declare function addEventListener(
  type: "message",
  listener: (event: MessageFromPage) => void,
): void;
declare function addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;

// Used once only, because the build replaces the name by the whole value.
const { build, bases } = SITE;

const PREFIX = "site-";
const CACHE = PREFIX + build;

/** How long to wait for a page before the stored one is shown, in milliseconds. */
const NETWORK_TIMEOUT_MS = 3000;

/** Says where the data is. A server may change it without a new build. */
const CONFIG = "/config.json";

/** File names in this folder contain a hash of the content. */
const ASSETS = "/assets/";

const API = "/api/";

/** Without what the browser's cache may have of an earlier build. */
const NEWEST = { cache: "no-cache", credentials: "omit" } as const;

/** What is being stored, by the language's base. */
const storing = new Map<string, Promise<void>>();

addEventListener("install", (event) => event.waitUntil(storeSameLanguages()));
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOtherBuilds(), clients.claim()]));
});
addEventListener("message", (event) => {
  // If it fails, the next page asks again.
  const asked = storeOnce(baseOf(new URL(event.source.url).pathname));
  event.waitUntil(asked.catch(() => undefined));
});
addEventListener("fetch", (event) => {
  const answer = responseFor(event.request);
  if (answer) event.respondWith(answer);
});

/**
 * Stores the languages that the worker before this one has stored. Fails as a whole if one cannot be
 * stored; the browser then tries again with the next page.
 */
async function storeSameLanguages() {
  const lists = await Promise.all(bases.map((base) => caches.match(listOf(base))));
  await Promise.all(bases.filter((_, at) => lists[at]).map(storeOnce));
}

/** Two pages may ask at the same time. */
function storeOnce(base: string): Promise<void> {
  const stored = storing.get(base) ?? store(base).finally(() => storing.delete(base));
  storing.set(base, stored);
  return stored;
}

/**
 * Stores a language. Its pages come after everything that they need, and its list, which tells that all
 * is there, is the last. Stores no page if something is missing or of another build.
 */
async function store(base: string) {
  const cache = await caches.open(CACHE);
  const address = listOf(base);
  if (await cache.match(address)) return;
  const answer = await fetch(address, NEWEST);
  const list = (await answer.clone().json()) as List;
  if (list.build !== build) throw new Error(`${address} is of another build`);
  const copies = Promise.all(list.copies.map(fetched));
  await Promise.all([cache.addAll(list.files.map(newest)), copies]);
  await Promise.all((await copies).map(([path, copy]) => cache.put(path, copy)));
  await cache.put(address, answer);
}

/** Where the list of what there is to store of a language is. */
function listOf(base: string): string {
  return `/stored${base}/list.json`;
}

/**
 * A file with the same name in every build is fetched from the network, since the browser's cache may
 * have an old one.
 */
function newest(file: string) {
  return file.startsWith(ASSETS) ? file : new Request(file, NEWEST);
}

/** A deploy may happen in the meantime, so what does not name this build's script is refused. */
async function fetched([path, source, mark]: Copy): Promise<[string, Response]> {
  const response = await fetch(source, NEWEST);
  const text = await response.clone().text();
  if (!response.ok || response.redirected || !text.includes(mark))
    throw new Error(`${source} is of another build`);
  return [path, response];
}

async function deleteOtherBuilds() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** `undefined` lets the browser answer. */
function responseFor(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname.startsWith(API)) return undefined;
  if (pathname.startsWith(ASSETS)) return cacheFirst(request, pathname);
  if (pathname === CONFIG) return newestConfig(request);
  if (request.mode !== "navigate") return networkFirst(request, pathname);
  return Promise.race([networkFirst(request, pathname), cachedAfter(NETWORK_TIMEOUT_MS, pathname)]);
}

/** Their names contain a hash, so a stored file of any build is right. */
async function cacheFirst(request: Request, path: string): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  const stored = (await cached(path)) ?? answer;
  return stored ?? (request.mode === "navigate" ? offlineResponse(path) : Response.error());
}

/**
 * The answer at an address that is not stored: the page that says so, in the language of the address or
 * else in one that is stored. The status tells that it is not the page itself.
 */
async function offlineResponse(path: string): Promise<Response> {
  const wanted = [baseOf(path), ...bases].map((base) => cached(`${base}/offline`));
  const page = (await Promise.all(wanted)).find((one) => one !== undefined);
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: page.headers });
}

/** What the addresses of the language of a path start with. */
function baseOf(path: string): string {
  return bases.find((base) => `${path}/`.startsWith(`${base}/`)) ?? "";
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

function cached(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE });
}
