/** How often what waits is tried again while somebody looks, in milliseconds. */
const AGAIN_MS = 30_000;
/** After how long out of sight a page is out of date. */
const STALE_MS = 60_000;

type Calls = {
  /** There may be a connection again. */
  readonly retry: () => void;
  /** The page has been out of sight for a while. */
  readonly refresh: () => void;
};

/** Calls when the connection, or whoever looks, comes back. */
export function whenBack({ retry, refresh }: Calls, until: AbortSignal) {
  let hiddenAt: number | undefined;

  function look() {
    if (document.visibilityState === "hidden") {
      hiddenAt ??= Date.now();
      return;
    }
    if (hiddenAt !== undefined && Date.now() - hiddenAt > STALE_MS) refresh();
    hiddenAt = undefined;
    retry();
  }

  window.addEventListener("online", refresh, { signal: until });
  document.addEventListener("visibilitychange", look, { signal: until });
  window.addEventListener("pageshow", (event) => event.persisted && refresh(), { signal: until });
  const timer = setInterval(() => document.visibilityState === "visible" && retry(), AGAIN_MS);
  until.addEventListener("abort", () => clearInterval(timer));
}
