/**
 * Writes whose answer did not come, so that nobody knows whether they were done. Each is sent again
 * under its own key, so that nothing is done twice, until an answer comes.
 */
import type { Accepted } from "@/programme/programme";
import { needsSecondFactor, type ApiRequest, type Reply, wasUnknown } from "./api";

export type Write = {
  readonly path: string;
  /** With the key that all its tries have, and for whom it was meant. */
  readonly request: ApiRequest;
  /** What follows from it, once it is known to be done. */
  readonly settled: (value: unknown) => void | Promise<void>;
};

export class UnknownWrites {
  private readonly writes = new Map<string, Write>();
  /** Writes that wait for the second factor: nothing was done, and their next try has their key. */
  private readonly waiting = new Map<string, Write>();

  get all(): readonly Write[] {
    return [...this.writes.values()];
  }

  /** The write to this address: the one that is not settled, if it says the same, or a new one. */
  of(path: string, request: ApiRequest, settled: Write["settled"]): Write {
    for (const known of [this.writes.get(path), this.waiting.get(path)]) {
      if (known && saysTheSame(known.request, request)) return known;
    }
    return { path, request: { ...request, key: crypto.randomUUID() }, settled };
  }

  /** One to this address that says something else. */
  other(path: string, request: ApiRequest): Write | undefined {
    const known = this.writes.get(path);
    return known && !saysTheSame(known.request, request) ? known : undefined;
  }

  /** Notes what came of a try; whether it is known now and was not before. */
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
