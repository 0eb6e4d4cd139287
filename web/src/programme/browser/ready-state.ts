import { type Notice, TROUBLES } from "@bindings";
import { type Ledger, parse, type Viewer } from "@/rules";
import type { Account, ReadyState } from "@/programme/programme";
import type { Open } from "./open";

/** What the pages show, from what this tab knows, with so many of the newest referrals. */
export function readyState({ records, session, store }: Open, most: number): ReadyState {
  const { ledger } = records;
  const { referrals, totals, warning } = parse(ledger.view(session.viewer, most));
  return {
    phase: "ready",
    account: accountOf(session.viewer),
    referrals,
    totals,
    ...(store.persistent ? {} : { warning: TROUBLES["storage-blocked"] }),
    ...unreadable(ledger, session.viewer, warning),
  };
}

function unreadable(
  ledger: Ledger,
  viewer: Viewer,
  notice: Notice | null,
): Pick<ReadyState, "unreadable"> {
  if (notice === null) return {};
  const copy = () => ledger.unreadable(viewer) ?? "";
  return { unreadable: { notice, ...(viewer.isAdmin && { copy }) } };
}

function accountOf(viewer: Viewer): Account {
  const user = viewer.user;
  if (user === undefined) return { role: "guest" };
  return { role: viewer.isAdmin ? "admin" : "member", user: parse(user) };
}
