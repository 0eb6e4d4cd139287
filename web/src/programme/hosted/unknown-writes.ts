/**
 * Writes of which nobody knows whether they were done: the answer did not come. Each is sent again
 * under its own key, which does nothing twice, until it is known.
 */
import type { Accepted } from "@/programme/programme";
import { needsSecondFactor, type Question, type Reply, wasUnknown } from "./api";

export type Write = {
  readonly path: string;
  /** With the key that all its tries have, and for whom it was meant. */
  readonly question: Question;
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
  of(path: string, question: Question, settled: Write["settled"]): Write {
    for (const known of [this.writes.get(path), this.waiting.get(path)]) {
      if (known && saysTheSame(known.question, question)) return known;
    }
    return { path, question: { ...question, key: crypto.randomUUID() }, settled };
  }

  /** One to this address that says something else. */
  other(path: string, question: Question): Write | undefined {
    const known = this.writes.get(path);
    return known && !saysTheSame(known.question, question) ? known : undefined;
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

function saysTheSame(one: Question, other: Question): boolean {
  return whatIsSaid(one) === whatIsSaid(other);
}

function whatIsSaid({ method, value, text, user }: Question): string {
  return JSON.stringify([method, value, text, user]);
}
