/** What one tab of this browser tells the others. */
export type News = {
  /** The session or the records are not what they were. */
  readonly changed: boolean;
  /** These wait no longer. */
  readonly gone: readonly string[];
};

const CHANNEL = "programme";

/** Tells other tabs, and hears from them. */
export class OtherTabs {
  private readonly channel = new BroadcastChannel(CHANNEL);

  hear(listener: (news: News) => void, until: AbortSignal) {
    const heard = (event: MessageEvent<News>) => listener(event.data);
    this.channel.addEventListener("message", heard, { signal: until });
    until.addEventListener("abort", () => this.channel.close());
  }

  tell(news: News) {
    try {
      // A channel reaches this site alone, and takes no address.
      this.channel.postMessage(news);
    } catch {
      // Closed with the page: nobody has to hear of it.
    }
  }
}
