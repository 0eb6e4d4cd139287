/** The waiting referrals of this device, in local storage, shared by all tabs. */
import {
  EMPTY_REFERRAL,
  type Notice,
  type ReferralDraft,
  type BrowserFailure,
  type User,
} from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted";
import type { Owner } from "@/programme/programme";

/** A generous limit for how long another tab may take to see a write, in milliseconds. */
const STORAGE_LAG_MS = 5000;

export class OfflineStore {
  /** What this tab has added recently. Another tab that has not seen it yet may overwrite it. */
  private readonly added = new Map<string, { item: QueuedReferral; since: number }>();

  /** All waiting referrals, oldest first. */
  read(): readonly QueuedReferral[] {
    return readStored(stored()).items;
  }

  /** Stores a referral; `undefined` on success. */
  add(item: QueuedReferral): BrowserFailure | undefined {
    if (this.read().some(({ key }) => key === item.key)) return undefined;
    const failure = change((items) => [...items, item]);
    if (!failure) this.added.set(item.key, { item, since: Date.now() });
    return failure;
  }

  /** Records that the server refuses it for good. */
  markRefused(key: string, refused: Notice) {
    change((items) => items.map((item) => (item.key === key ? { ...item, refused } : item)));
  }

  /** Assigns the referrals of this number to this member. */
  reassign(number: string, { name, mobileNumber }: User) {
    const by = { name, mobileNumber };
    change((items) =>
      items.map((item) => (item.by?.mobileNumber === number ? { ...item, by } : item)),
    );
  }

  remove(keys: readonly string[]) {
    for (const key of keys) this.added.delete(key);
    change((items) => items.filter(({ key }) => !keys.includes(key)));
  }

  /**
   * Reacts to another tab's write, which removed the referrals in `gone`. Adds back what the other
   * tab had not seen.
   */
  restore(gone: readonly string[]) {
    for (const key of gone) this.added.delete(key);
    const here = this.read();
    const lost = [...this.added.values()]
      .filter(({ since }) => Date.now() - since < STORAGE_LAG_MS)
      .map(({ item }) => item)
      .filter(({ key }) => here.every((item) => item.key !== key));
    if (lost.length > 0) change((items) => [...items, ...lost]);
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(HOSTED_LIMITS.waitingKey);
  } catch {
    return null;
  }
}

/** Unreadable entries stay as they are. */
function change(
  edit: (items: readonly QueuedReferral[]) => readonly QueuedReferral[],
): BrowserFailure | undefined {
  const { items, unreadable } = readStored(stored());
  const all = [...edit(items), ...unreadable];
  try {
    if (all.length === 0) localStorage.removeItem(HOSTED_LIMITS.waitingKey);
    else localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(all));
    return undefined;
  } catch (error) {
    console.error("The waiting referrals could not be stored.", error);
    return "storage-failed";
  }
}

/** A submission that is being sent. It stays the same until its outcome is known. */
export type KeyedReferral = {
  /** The idempotency key: a retry with the same key is the same submission. */
  readonly key: string;
  readonly draft: ReferralDraft;
  /** The date of the first try, in the format of the visitor's locale. */
  readonly date: string;
  /** The time of the first try, in milliseconds since 1970. */
  readonly at: number;
  /** The member who made it; absent for a guest's. */
  readonly by?: Required<Owner>;
};

/** A submission that waits, or that the server refuses for good. */
export type QueuedReferral = Omit<KeyedReferral, "by"> & {
  readonly by?: Owner;
  readonly refused?: Notice;
};

/** The readable entries, and the unreadable ones, which are written back unchanged. */
function readStored(text: string | null): { items: QueuedReferral[]; unreadable: unknown[] } {
  const entries = entriesIn(text ?? "[]");
  return {
    items: entries.filter(isReadable).map(upgrade),
    unreadable: entries.filter((entry) => !isReadable(entry)),
  };
}

function entriesIn(text: string): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries : [text];
  } catch {
    return [text];
  }
}

/** The stored form. Earlier versions stored only the owner's display name, and had fewer fields. */
type Readable = Omit<QueuedReferral, "by" | "draft"> & {
  readonly by?: string | Owner;
  readonly draft: Partial<ReferralDraft>;
};

/**
 * A display name does not say whose referral it is. So it is never sent, and somebody has to look
 * at it.
 */
function upgrade({ by, ...entry }: Readable): QueuedReferral {
  const item = { ...entry, draft: { ...EMPTY_REFERRAL, ...entry.draft } };
  if (by === undefined) return item;
  const owner = typeof by === "string" ? { name: by } : by;
  if (owner.mobileNumber !== undefined) return { ...item, by: owner };
  return { ...item, by: owner, refused: item.refused ?? HOSTED_NOTICES.ownerUnknown };
}

function isReadable(entry: unknown): entry is Readable {
  if (!isRecord<Readable>(entry)) return false;
  const { key, date, at, draft, by, refused } = entry;
  return (
    typeof key === "string" &&
    typeof date === "string" &&
    typeof at === "number" &&
    (by === undefined || typeof by === "string" || isOwner(by)) &&
    (refused === undefined || isNotice(refused)) &&
    isRecord<ReferralDraft>(draft) &&
    Object.keys(EMPTY_REFERRAL).every((name) =>
      ["string", "undefined"].includes(typeof draft[name as keyof ReferralDraft]),
    )
  );
}

function isOwner(entry: unknown): entry is Owner {
  if (!isRecord<Owner>(entry) || typeof entry.name !== "string") return false;
  return entry.mobileNumber === undefined || typeof entry.mobileNumber === "string";
}

function isNotice(entry: unknown): entry is Notice {
  return (
    isRecord<Notice>(entry) &&
    typeof entry.title === "string" &&
    typeof entry.description === "string"
  );
}

function isRecord<T>(entry: unknown): entry is Partial<Record<keyof T, unknown>> {
  return typeof entry === "object" && entry !== null;
}
