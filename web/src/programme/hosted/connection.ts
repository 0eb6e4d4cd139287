/** How often waiting referrals are sent again while the page is visible, in milliseconds. */
const RETRY_MS = 30_000;
/** After how long in the background a page is out of date, in milliseconds. */
const STALE_MS = 60_000;

type Calls = {
  /** Called when there may be a connection again. */
  readonly retry: () => void;
  /** Called when the page was in the background for a while. */
  readonly refresh: () => void;
};

/** Calls back when the connection returns, or the visitor returns to the page. */
export function onReturn({ retry, refresh }: Calls, signal: AbortSignal) {
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

  window.addEventListener("online", refresh, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && refresh(), { signal });
  const timer = setInterval(() => document.visibilityState === "visible" && retry(), RETRY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
