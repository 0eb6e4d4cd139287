/**
 * The service worker: the site opens and can be read without a connection
 * (docs/decisions/0027-a-build-is-kept-whole.md). The build that it came with is kept whole, and goes
 * when no page is open under it any more. With a connection pages are the network's. Nothing is kept
 * but the files of its own list, which are the same for everybody: what the server answers to a
 * visitor (`/api`) and the console pass it by.
 */

/** What is kept; `prerender.mjs` puts it in. */
declare const KEPT: Readonly<{
  /** Names the build. */
  build: string;
  /** The entry module, which every page of the build names, and no page of a build with other scripts. */
  entry: string;
  /** Paths. */
  pages: readonly string[];
  files: readonly string[];
}>;

/** As much of the platform's types as is used here: TypeScript has them beside those of pages only. */
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

// Once: the build puts a list where the name stands.
const { build, entry, pages, files } = KEPT;

const PREFIX = "site-";
const CACHE = PREFIX + build;

/** How long a page may take to arrive before the one that is kept is shown, in milliseconds. */
const PATIENCE_MS = 3000;

/** A server says here where the data lives, which may change without a build. */
const CONFIG = "/config.json";

/** Files there are named after what is in them. */
const ASSETS = "/assets/";

addEventListener("install", (event) => event.waitUntil(keepBuild()));
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOtherBuilds(), clients.claim()]));
});
addEventListener("fetch", (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** Fails as a whole if anything is missing; the browser then tries again with the next page. */
async function keepBuild() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    cache.addAll(files.map(newest)),
    ...pages.map((page) => keepPage(cache, page)),
  ]);
}

/** A file whose name stays from build to build may be the browser's copy of the last one: it is asked for. */
function newest(file: string) {
  return file.startsWith(ASSETS) ? file : new Request(file, { cache: "no-cache" });
}

/** A deploy may come in between: a page that names other scripts is not kept beside these. */
async function keepPage(cache: Cache, page: string) {
  const response = await fetch(page, { cache: "no-cache", credentials: "omit" });
  const text = await response.clone().text();
  if (!response.ok || !text.includes(entry)) throw new Error(`${page} is of another build`);
  await cache.put(page, response);
}

async function forgetOtherBuilds() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** `undefined` leaves the request to the browser. */
function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (pathname.startsWith(ASSETS)) return keptFirst(request, pathname);
  if (pathname === CONFIG) return newestConfig(request);
  if (files.includes(pathname)) return networkFirst(request, pathname);
  if (request.mode !== "navigate" || !pages.includes(pathname)) return undefined;
  return Promise.race([networkFirst(request, pathname), keptAfter(PATIENCE_MS, pathname)]);
}

/** Their names say what is in them, so that those of any build will do. */
async function keptFirst(request: Request, path: string): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await kept(path)) ?? answer ?? Response.error();
}

async function newestConfig(request: Request): Promise<Response> {
  const answer = await networkFirst(request, CONFIG);
  if (answer.ok) await (await caches.open(CACHE)).put(CONFIG, answer.clone());
  return answer;
}

/** Never, where nothing is kept. */
function keptAfter(patience: number, path: string): Promise<Response> {
  return new Promise((show) => {
    setTimeout(() => void kept(path).then((page) => page && show(page)), patience);
  });
}

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(path);
}
