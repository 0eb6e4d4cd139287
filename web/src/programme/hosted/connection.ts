export type News = {
  /** The session or the records have changed. */
  readonly changed: boolean;
  /** The keys of referrals that do not wait any more. */
  readonly gone: readonly string[];
};

const CHANNEL = "programme";

/** Messages between the tabs of this browser. */
export class OtherTabs {
  private readonly channel = new BroadcastChannel(CHANNEL);

  listen(listener: (news: News) => void, until: AbortSignal) {
    const onMessage = (event: MessageEvent<News>) => listener(event.data);
    this.channel.addEventListener("message", onMessage, { signal: until });
    until.addEventListener("abort", () => this.channel.close());
  }

  post(news: News) {
    try {
      // A channel reaches this site alone, and takes no address.
      this.channel.postMessage(news);
    } catch {
      // Closed with the page: there is nothing left to tell.
    }
  }
}

/** How often what waits is sent again while the page is visible, in milliseconds. */
const AGAIN_MS = 30_000;
/** After how long out of sight a page is out of date. */
const STALE_MS = 60_000;

type Calls = {
  /** There may be a connection again. */
  readonly retry: () => void;
  /** The page has been out of sight for a while. */
  readonly refresh: () => void;
};

/** Calls when the connection comes back, or the visitor to the page. */
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
