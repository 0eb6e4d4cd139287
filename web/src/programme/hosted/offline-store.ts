/** What waits on this device, in local storage, for all tabs. */
import type { Notice, ReferralDraft, Trouble, User } from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted-words";
import { EMPTY_REFERRAL } from "@/programme/drafts";
import type { Owner } from "@/programme/programme";

/** How long another tab may take to see a write, generously, in milliseconds. */
const SEEN_MS = 5000;

export class OfflineStore {
  /** What this tab has added lately. Another tab that has not seen it yet may write over it. */
  private readonly added = new Map<string, { item: QueuedReferral; since: number }>();

  /** All that waits, oldest first. */
  read(): readonly QueuedReferral[] {
    return readStored(stored()).items;
  }

  /** Keeps it; `undefined` if that is done. */
  add(item: QueuedReferral): Trouble | undefined {
    if (this.read().some(({ key }) => key === item.key)) return undefined;
    const trouble = change((items) => [...items, item]);
    if (!trouble) this.added.set(item.key, { item, since: Date.now() });
    return trouble;
  }

  /** Notes that the server refuses it for good. */
  refuse(key: string, refused: Notice) {
    change((items) => items.map((item) => (item.key === key ? { ...item, refused } : item)));
  }

  /** Gives what is kept for this number to this member. */
  rename(number: string, { name, mobileNumber }: User) {
    const by = { name, mobileNumber };
    change((items) =>
      items.map((item) => (item.by?.mobileNumber === number ? { ...item, by } : item)),
    );
  }

  remove(keys: readonly string[]) {
    for (const key of keys) this.added.delete(key);
    change((items) => items.filter(({ key }) => !keys.includes(key)));
  }

  /** Another tab has written, and removed these. What it had not seen yet is put back. */
  restore(gone: readonly string[]) {
    for (const key of gone) this.added.delete(key);
    const here = this.read();
    const lost = [...this.added.values()]
      .filter(({ since }) => Date.now() - since < SEEN_MS)
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

/** What cannot be read stays where it is. */
function change(
  edit: (items: readonly QueuedReferral[]) => readonly QueuedReferral[],
): Trouble | undefined {
  const { items, unreadable } = readStored(stored());
  const all = [...edit(items), ...unreadable];
  try {
    if (all.length === 0) localStorage.removeItem(HOSTED_LIMITS.waitingKey);
    else localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(all));
    return undefined;
  } catch (error) {
    console.error("What waits could not be stored.", error);
    return "storage-failed";
  }
}

/** A submission on its way: the same until it is known what became of it. */
export type KeyedReferral = {
  /** Makes a retry the same submission. */
  readonly key: string;
  readonly draft: ReferralDraft;
  /** The day, as the visitor's locale writes it, of the first try. */
  readonly date: string;
  /** Its first try, in milliseconds since 1970. */
  readonly at: number;
  /** Whose it is; absent for a guest's. */
  readonly by?: Required<Owner>;
};

/** A submission that waits, or that the server refuses for good. */
export type QueuedReferral = Omit<KeyedReferral, "by"> & {
  readonly by?: Owner;
  readonly refused?: Notice;
};

/** What can be read, and what cannot, to be put back as it was. */
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

/** As it is stored; before numbers were kept, an owner was a display name alone. */
type Readable = Omit<QueuedReferral, "by"> & { readonly by?: string | Owner };

/** A name alone does not say whose it is: it is never sent, and somebody has to look at it. */
function upgrade({ by, ...item }: Readable): QueuedReferral {
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
    Object.keys(EMPTY_REFERRAL).every(
      (name) => typeof draft[name as keyof ReferralDraft] === "string",
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
