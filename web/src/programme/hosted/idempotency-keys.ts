import { readSession, writeSession } from "@/programme/drafts";

/**
 * Remembers what was sent last, so that sending the same again is done only once, also after a
 * reload in between, which the text of a form survives. Session storage has only its hash. If
 * storage is full or blocked, the key lasts as long as the page.
 */
export class IdempotencyKeys {
  /** The hash, the key and the time of the first try, separated by spaces. */
  private last: string | undefined;

  /** `name` is the session storage key. */
  constructor(private readonly name: string) {}

  /** The key of this value, and the time of its first try in milliseconds since 1970. */
  async keyFor(value: unknown): Promise<{ key: string; at: number }> {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();
    let last = this.last ?? readSession(this.name) ?? "";
    if (!last.startsWith(`${hash} `)) last = `${hash} ${crypto.randomUUID()} ${Date.now()}`;
    this.last = last;
    writeSession(this.name, last);
    const [, key = "", at] = last.split(" ");
    return { key, at: Number(at) };
  }

  /** To be called when the answer is there: the same value then gets a new key. */
  clear() {
    this.last = undefined;
    writeSession(this.name, null);
  }
}
