/** What waits on this device, in local storage, for all tabs. */
import type { Notice, Trouble, User } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted-words";
import { type Kept, readKept } from "./kept";

/** How long other tabs may take to hear of a write, generously. */
const HEARD_MS = 5000;

export class WaitingStore {
  /** What this tab has added lately: another tab may write before it has heard of it. */
  private readonly added = new Map<string, { item: Kept; since: number }>();

  /** All that waits, oldest first. */
  read(): readonly Kept[] {
    return readKept(stored()).items;
  }

  /** Keeps it; what is in the way, or `undefined` if it is kept. */
  add(item: Kept): Trouble | undefined {
    if (this.read().some(({ key }) => key === item.key)) return undefined;
    const trouble = change((items) => [...items, item]);
    if (!trouble) this.added.set(item.key, { item, since: Date.now() });
    return trouble;
  }

  /** Notes that the server refuses it for good. */
  refuse(key: string, refused: Notice) {
    change((items) => items.map((item) => (item.key === key ? { ...item, refused } : item)));
  }

  /** What is kept for this number is kept for this member from now on. */
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

  /** Another tab has written, and taken these away. What it had not heard of is put back. */
  mend(gone: readonly string[]) {
    for (const key of gone) this.added.delete(key);
    const here = this.read();
    const lost = [...this.added.values()]
      .filter(({ since }) => Date.now() - since < HEARD_MS)
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
function change(edit: (items: readonly Kept[]) => readonly Kept[]): Trouble | undefined {
  const { items, unreadable } = readKept(stored());
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
