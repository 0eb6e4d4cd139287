/**
 * The records: always the union of what this tab knows and what is stored. Reading adds what other
 * tabs have written; writing stores everything that this tab knows.
 */
import { STORAGE_KEYS, type Verdict } from "@bindings";
import { type Ledger, type Rules, wellFormed } from "@/rules";
import type { Outcome } from "@/outcome";
import { failed } from "@/programme/programme";
import type { Entry, RecordStorage } from "./storage";

export class Records {
  private known: Ledger;
  /** The texts that were read last, by key, so that the same text is not read twice. */
  private readonly lastRead = new Map<string, string>();
  /** The last text of another tab that this tab answered, with the answer. */
  private answered = "";

  constructor(
    rules: Rules,
    private readonly storage: RecordStorage,
  ) {
    this.known = new rules.Ledger();
    this.read();
  }

  /** All records that this tab knows. */
  get ledger(): Ledger {
    return this.known;
  }

  /** Reads what is stored now. */
  read() {
    for (const key of KEYS) this.readEntry(key, this.storage.get(key));
  }

  /**
   * Tries a change on a copy of everything known and stored. If the rules accept it, `entries`
   * returns what to write beside the quarantine. This tab knows the change only once it is stored.
   */
  change<T>(
    attempt: (ledger: Ledger) => Verdict<T>,
    entries: (ledger: Ledger, value: T) => readonly Entry[],
  ): Outcome<T> {
    this.read();
    const changed = this.known.fork();
    const verdict = attempt(changed);
    if (verdict.outcome === "refused") {
      changed.free();
      return verdict;
    }
    const own = entries(changed, verdict.value);
    const written = own.some(([key]) => isList(key)) ? [...quarantineEntry(changed), ...own] : own;
    const failure = this.storage.write(written);
    if (failure) {
      changed.free();
      return failed(failure);
    }
    this.known.free();
    this.known = changed;
    for (const [key, text] of written) if (text !== null) this.lastRead.set(key, text);
    return verdict;
  }

  /** The result of a change, which is then discarded. */
  preview<T>(attempt: (ledger: Ledger) => Verdict<T>): Verdict<T> {
    this.read();
    const changed = this.known.fork();
    try {
      return attempt(changed);
    } finally {
      changed.free();
    }
  }

  /**
   * Reacts to another tab that has written or removed an entry. If its text lacks something that
   * this tab knows, this tab stores the union of both.
   */
  followTab(key: string | null, text: string | null) {
    for (const own of KEYS) {
      if (key === null || (key === own && text === null)) this.forget(own);
      else if (key === own) this.readEntry(own, text);
    }
    if (key !== null && text !== null && isList(key)) this.writeBack(key, text);
  }

  private readEntry(key: string, text: string | null) {
    if (text === null || text === this.lastRead.get(key)) return;
    this.lastRead.set(key, text);
    this.known.read(key, wellFormed(text));
  }

  private forget(key: string) {
    this.lastRead.delete(key);
    this.known.forget(key);
  }

  /**
   * Answers each text only once. Otherwise a tab opened before a deploy and one opened after it,
   * which write the same records differently, would answer each other for ever.
   */
  private writeBack(key: string, written: string) {
    const [, known] = entryOf(this.known, key);
    const answer = `${written}\n${known}`;
    // Nothing is overwritten if the quarantine has no room for what could not be read.
    if (written === known || this.answered === answer || this.known.isFull) return;
    this.answered = answer;
    const failure = this.storage.write([...quarantineEntry(this.known), [key, known]]);
    if (failure) console.error(`Could not store the merged ${key}: ${failure}.`);
  }
}

/** The keys that the rules read and write. */
const KEYS = [STORAGE_KEYS.accounts, STORAGE_KEYS.referrals, STORAGE_KEYS.quarantine];

/** The text that the rules want to store under a list's key. */
export function entryOf(ledger: Ledger, key: string): Entry {
  return [key, ledger.text(key) ?? "[]"];
}

function isList(key: string): boolean {
  return key === STORAGE_KEYS.accounts || key === STORAGE_KEYS.referrals;
}

/** The quarantine is written first. If that fails, nothing unreadable is overwritten. */
function quarantineEntry(ledger: Ledger): Entry[] {
  const text = ledger.text(STORAGE_KEYS.quarantine);
  return text === undefined ? [] : [[STORAGE_KEYS.quarantine, text]];
}
