/**
 * The records as this tab knows them and as they are stored: the union of both, always. Reading
 * takes in whatever any tab has written; writing puts back all that this tab knows.
 */
import { STORAGE_KEYS, type Verdict } from "@bindings";
import { type Ledger, type Rules, wellFormed } from "@/rules";
import { failed } from "@/programme/outcome";
import type { Outcome } from "@/programme/programme";
import type { Entry, Store } from "./storage";

export class Records {
  private known: Ledger;
  /** The texts whose records are known already, by key: reading them again would be for nothing. */
  private readonly held = new Map<string, string>();

  constructor(
    rules: Rules,
    private readonly store: Store,
  ) {
    this.known = new rules.Ledger();
    this.read();
  }

  /** All records known. */
  get ledger(): Ledger {
    return this.known;
  }

  /** Takes in what is stored now. */
  read() {
    this.take(STORAGE_KEYS.accounts, this.store.get(STORAGE_KEYS.accounts));
    this.take(STORAGE_KEYS.referrals, this.store.get(STORAGE_KEYS.referrals));
    this.take(STORAGE_KEYS.quarantine, this.store.get(STORAGE_KEYS.quarantine));
  }

  /**
   * Tries a change on a copy of all that is known and stored. If the rules accept it, `entries`
   * says what to write beside the quarantine; only what has been stored is then known.
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
    const written = own.some(isList) ? [...quarantineEntry(changed), ...own] : own;
    const trouble = this.store.write(written);
    if (trouble) {
      changed.free();
      return failed(trouble);
    }
    this.known.free();
    this.known = changed;
    for (const [key, text] of written) if (text !== null) this.held.set(key, text);
    return verdict;
  }

  /** What a change would come to, of which nothing stays. */
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
   * Hears that another tab has written or removed an entry. If what it wrote lacks something that
   * this tab knows, both are put together again.
   */
  hear(key: string | null, text: string | null) {
    for (const own of [STORAGE_KEYS.accounts, STORAGE_KEYS.referrals, STORAGE_KEYS.quarantine]) {
      if (key === null || (key === own && text === null)) this.forget(own);
      else if (key === own) this.take(own, text);
    }
    if (key === STORAGE_KEYS.accounts && text !== null) this.mend(key, text, this.known.accounts);
    if (key === STORAGE_KEYS.referrals && text !== null) this.mend(key, text, this.known.referrals);
  }

  private take(key: string, text: string | null) {
    if (text === null || text === this.held.get(key)) return;
    this.held.set(key, text);
    const stored = wellFormed(text);
    if (key === STORAGE_KEYS.accounts) this.known.readAccounts(stored);
    if (key === STORAGE_KEYS.referrals) this.known.readReferrals(stored);
    if (key === STORAGE_KEYS.quarantine) this.known.readQuarantine(stored);
  }

  private forget(key: string) {
    this.held.delete(key);
    if (key === STORAGE_KEYS.accounts) this.known.forgetAccounts();
    if (key === STORAGE_KEYS.referrals) this.known.forgetReferrals();
    if (key === STORAGE_KEYS.quarantine) this.known.forgetQuarantine();
  }

  private mend(key: string, written: string, known: string) {
    // What has no room there stays where it is, since nothing is written over it.
    if (written === known || this.known.isFull) return;
    const trouble = this.store.write([...quarantineEntry(this.known), [key, known]]);
    if (trouble) console.error(`Could not put ${key} together again: ${trouble}.`);
  }
}

function isList([key]: Entry): boolean {
  return key === STORAGE_KEYS.accounts || key === STORAGE_KEYS.referrals;
}

/** What could not be read is written first: if that fails, nothing unreadable is overwritten. */
function quarantineEntry(ledger: Ledger): Entry[] {
  const { quarantine } = ledger;
  return quarantine === undefined ? [] : [[STORAGE_KEYS.quarantine, quarantine]];
}
