/** Reads what was stored for later. It is hostile input, whoever has written it. */
import type { Notice, ReferralDraft } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import type { Owner } from "@/programme/hosted-state";
import type { Attempt } from "./attempt";

/** A submission that waits, or that the server refuses for good. */
export type Kept = Omit<Attempt, "by"> & { readonly by?: Owner; readonly refused?: Notice };

/** What can be read, and what cannot, to be put back as it was. */
export function readKept(text: string | null): { items: Kept[]; unreadable: unknown[] } {
  const entries = entriesIn(text ?? "[]");
  return {
    items: entries.filter(isReadable).map(kept),
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

const TEXTS: readonly (keyof ReferralDraft)[] = [
  "referrerName",
  "referrerPhone",
  "referredName",
  "referredPhone",
  "service",
  "notes",
];

/** As it is stored; before numbers were kept, an owner was a display name alone. */
type Readable = Omit<Kept, "by"> & { readonly by?: string | Owner };

/** A name alone says not whose it is: that is never sent, and somebody has to look at it. */
function kept({ by, ...item }: Readable): Kept {
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
    TEXTS.every((name) => typeof draft[name] === "string")
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
