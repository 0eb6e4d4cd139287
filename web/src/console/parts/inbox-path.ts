/** The address of the inbox in the interface, which its screen and the rail's count share. */
import type { InboxSection, InboxWhose } from "@bindings";

type Part = { readonly section?: InboxSection | undefined; readonly whose?: InboxWhose };

/** The path of a part of the inbox; by default of the first section that has something. */
export function inboxPath({ section, whose = "mine" }: Part = {}): string {
  const midnight = new Date();
  midnight.setHours(24, 0, 0, 0);
  const query = new URLSearchParams({ whose, dayEnds: String(midnight.getTime()) });
  if (section) query.set("section", section);
  return `/inbox?${query.toString()}`;
}
