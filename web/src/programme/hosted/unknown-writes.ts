/**
 * Writes without an answer, so that it is unknown whether they were done. The same write is sent
 * again with its own key until an answer comes, so that nothing is done twice.
 */
import type { Accepted } from "@/programme/programme";
import { needsSecondFactor, type ApiRequest, type Reply, isOutcomeUnknown } from "./api";

export type Write = {
  readonly path: string;
  /** The request, with its key and the person it is for. */
  readonly request: ApiRequest;
  /** Called when the write is known to be done. */
  readonly onDone: (value: unknown) => void | Promise<void>;
  /** When it was first tried, in milliseconds since 1970. */
  readonly firstTriedAt: number;
};

export class UnknownWrites {
  private readonly writes = new Map<string, Write>();
  /** Writes that wait for the second factor. Nothing was done; the next try has the same key. */
  private readonly waiting = new Map<string, Write>();

  /** After `keptMs` milliseconds, the same content is a new write. */
  constructor(private readonly keptMs = Number.POSITIVE_INFINITY) {}

  get all(): readonly Write[] {
    return [...this.writes.values()];
  }

  /** The unanswered write to this address if it has the same content, else a new one. */
  writeFor(path: string, request: ApiRequest, onDone: Write["onDone"] = () => undefined): Write {
    const now = Date.now();
    for (const known of [this.writes.get(path), this.waiting.get(path)]) {
      const isKept = known && now - known.firstTriedAt < this.keptMs;
      if (isKept && isSameWrite(known.request, request)) return known;
    }
    return { path, request: { ...request, key: crypto.randomUUID() }, onDone, firstTriedAt: now };
  }

  /** An unanswered write to this address with other content. */
  otherWriteTo(path: string, request: ApiRequest): Write | undefined {
    const known = this.writes.get(path);
    return known && !isSameWrite(known.request, request) ? known : undefined;
  }

  /**
   * Records the answer to a try. Returns whether the outcome was unknown before and is known now. An
   * answer is also the end of an earlier write to the same address, which must not be sent after it.
   */
  recordReply(write: Write, reply: Reply<Accepted<unknown>>): boolean {
    const { path } = write;
    if (isOutcomeUnknown(reply)) {
      this.writes.set(path, write);
    } else if (needsSecondFactor(reply)) {
      if (this.writes.get(path) !== write) this.waiting.set(path, write);
    } else {
      this.waiting.delete(path);
      return this.writes.delete(path);
    }
    return false;
  }

  clear() {
    this.writes.clear();
    this.waiting.clear();
  }
}

function isSameWrite(one: ApiRequest, other: ApiRequest): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf({ method, value, text, user }: ApiRequest): string {
  return JSON.stringify([method, value, text, user]);
}
