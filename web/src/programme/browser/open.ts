import { type Notice, type Programme as ProgrammeContent, TROUBLES } from "@bindings";
import {
  type Ledger,
  loadRules,
  parse,
  type Policy,
  policyOf,
  type Rules,
  type Viewer,
} from "@/rules";
import type { Account, ReadyState } from "@/programme/programme";
import { Records } from "./records";
import { Session } from "./session";
import { openStore, type Store } from "./storage";

/** What the programme works with once the rules are loaded. */
export type Open = {
  readonly rules: Rules;
  readonly policy: Policy;
  readonly store: Store;
  readonly records: Records;
  readonly session: Session;
};

/** Loads the rules and reads what is stored. Rejects if the rules cannot be loaded. */
export async function open(content: ProgrammeContent): Promise<Open> {
  const rules = await loadRules();
  const policy = policyOf(rules, content);
  const store = openStore();
  const session = new Session(rules, store, policy);
  return { rules, policy, store, session, records: new Records(rules, store) };
}

/** The state for the pages, with at most the newest `limit` referrals. */
export function readyState({ records, session, store }: Open, limit: number): ReadyState {
  const { ledger } = records;
  const { referrals, totals, warning } = parse(ledger.view(session.viewer, limit));
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
