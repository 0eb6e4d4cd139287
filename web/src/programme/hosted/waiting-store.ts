/**
 * The waiting referrals of this device, in local storage. Each has an entry of its own, so that no
 * tab overwrites what another has added.
 */
import { type BrowserFailure, EMPTY_REFERRAL, type Notice, type ReferralDraft } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted";
import type { Opening, Owner, Waiting } from "@/programme/programme";

/** A submission that waits. It stays the same until its outcome is known. */
export type WaitingReferral = Waiting & {
  /** The time of the first try, in milliseconds since 1970. */
  readonly at: number;
};

/** All waiting referrals, oldest first. Unreadable entries stay where they are. */
export function readWaiting(): readonly WaitingReferral[] {
  try {
    const items = Object.keys(localStorage).flatMap((name) => {
      const key = keyIn(name);
      const item = key === undefined ? undefined : readItem(localStorage.getItem(name));
      return item?.key === key && item ? [item] : [];
    });
    return items.toSorted((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

/** Whether a storage event is about waiting referrals. */
export function isAboutWaiting({ key }: StorageEvent): boolean {
  return key === null || keyIn(key) !== undefined;
}

export function isWaiting(key: string): boolean {
  return readWaiting().some((item) => item.key === key);
}

/** Stores a referral, or what has changed in it; `undefined` on success. */
export function storeWaiting(item: WaitingReferral): BrowserFailure | undefined {
  try {
    localStorage.setItem(PREFIX + item.key, JSON.stringify(item));
    return undefined;
  } catch (error) {
    console.error("A waiting referral could not be stored.", error);
    return "storage-failed";
  }
}

export function removeWaiting(key: string) {
  localStorage.removeItem(PREFIX + key);
}

const PREFIX = `${HOSTED_LIMITS.waitingKey} `;

/** The key of the referral that is stored under this name. */
function keyIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

function readItem(text: string | null): WaitingReferral | undefined {
  try {
    const item: unknown = JSON.parse(text ?? "");
    if (!isReadable(item)) return undefined;
    // A page of before the form had a text has not written it.
    return { ...item, draft: { ...EMPTY_REFERRAL, ...item.draft } };
  } catch {
    return undefined;
  }
}

function isReadable(entry: unknown): entry is WaitingReferral {
  if (!isRecord<WaitingReferral>(entry)) return false;
  const { key, at, draft, opening, by, refused } = entry;
  return (
    typeof key === "string" &&
    typeof at === "number" &&
    hasTexts<ReferralDraft>(draft, ["referredName", "referredPhone", "service"]) &&
    Object.values(draft as object).every((value) => typeof value === "string") &&
    (opening === undefined || hasTexts<Opening>(opening, ["address", "title"])) &&
    (by === undefined || hasTexts<Owner>(by, ["name", "mobileNumber"])) &&
    (refused === undefined || hasTexts<Notice>(refused, ["title", "description", "variant"]))
  );
}

function hasTexts<T>(entry: unknown, names: readonly string[]): boolean {
  return isRecord<T>(entry) && names.every((name) => typeof entry[name as keyof T] === "string");
}

function isRecord<T>(entry: unknown): entry is Partial<Record<keyof T, unknown>> {
  return typeof entry === "object" && entry !== null;
}
