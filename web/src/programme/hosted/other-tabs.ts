export type TabMessage = {
  /** Whether the session or the records have changed. */
  readonly changed: boolean;
  /** The keys of referrals that no longer wait. */
  readonly gone: readonly string[];
};

const CHANNEL = "programme";

/** Messages between the tabs of this browser. */
export class OtherTabs {
  private readonly channel = new BroadcastChannel(CHANNEL);

  listen(listener: (message: TabMessage) => void, signal: AbortSignal) {
    const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data);
    this.channel.addEventListener("message", onMessage, { signal });
    signal.addEventListener("abort", () => this.channel.close());
  }

  post(message: TabMessage) {
    try {
      // A broadcast channel reaches this site only and takes no target origin.
      this.channel.postMessage(message);
    } catch {
      // The channel closes with the page, and then there is nobody left to tell.
    }
  }
}
