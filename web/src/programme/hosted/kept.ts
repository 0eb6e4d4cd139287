/** Reads what was stored for later. It is hostile input, whoever has written it. */
import type { Notice, ReferralDraft } from "@bindings";
import type { Attempt } from "./attempt";

/** A submission that waits, or that the server refuses for good. */
export type Kept = Attempt & { readonly refused?: Notice };

/** What can be read, and what cannot, to be put back as it was. */
export function readKept(text: string | null): { items: Kept[]; unreadable: unknown[] } {
  const entries = entriesIn(text ?? "[]");
  return {
    items: entries.filter(isKept),
    unreadable: entries.filter((entry) => !isKept(entry)),
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

function isKept(entry: unknown): entry is Kept {
  if (!isRecord<Kept>(entry)) return false;
  const { key, date, at, draft, by, refused } = entry;
  return (
    typeof key === "string" &&
    typeof date === "string" &&
    typeof at === "number" &&
    (by === undefined || typeof by === "string") &&
    (refused === undefined || isNotice(refused)) &&
    isRecord<ReferralDraft>(draft) &&
    TEXTS.every((name) => typeof draft[name] === "string")
  );
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
