/**
 * Writes whose answer did not come, so that nobody knows whether they were done. Each is sent again
 * under its own key, so that nothing is done twice, until an answer comes.
 */
import type { Accepted } from "@/programme/programme";
import { needsSecondFactor, type ApiRequest, type Reply, wasUnknown } from "./api";

export type Write = {
  readonly path: string;
  /** With its key, and for whom it was meant. */
  readonly request: ApiRequest;
  /** Called when it is known to be done. */
  readonly settled: (value: unknown) => void | Promise<void>;
};

export class UnknownWrites {
  private readonly writes = new Map<string, Write>();
  /** Writes that wait for the second factor. Nothing was done; the next try has the same key. */
  private readonly waiting = new Map<string, Write>();

  get all(): readonly Write[] {
    return [...this.writes.values()];
  }

  /** The earlier write to this address if it says the same and has no answer yet, else a new one. */
  of(path: string, request: ApiRequest, settled: Write["settled"]): Write {
    for (const known of [this.writes.get(path), this.waiting.get(path)]) {
      if (known && saysTheSame(known.request, request)) return known;
    }
    return { path, request: { ...request, key: crypto.randomUUID() }, settled };
  }

  /** An earlier write to this address that says something else. */
  other(path: string, request: ApiRequest): Write | undefined {
    const known = this.writes.get(path);
    return known && !saysTheSame(known.request, request) ? known : undefined;
  }

  /** Notes the answer to a try. Returns whether a write that was unknown is known now. */
  note(write: Write, reply: Reply<Accepted<unknown>>): boolean {
    const { path } = write;
    if (wasUnknown(reply)) {
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

function saysTheSame(one: ApiRequest, other: ApiRequest): boolean {
  return whatIsSaid(one) === whatIsSaid(other);
}

function whatIsSaid({ method, value, text, user }: ApiRequest): string {
  return JSON.stringify([method, value, text, user]);
}
