import { HOSTED_NOTICES } from "@bindings/hosted-words";
import type { HostedActions } from "@/programme/hosted-state";
import type { ReadyState } from "@/programme/programme";
import type { List } from "./list";
import type { Outbox } from "./outbox";
import type { Session } from "./session";

type Parts = { session: Session; list: List; outbox: Outbox; actions: HostedActions };

/** What the pages show, from what this tab knows. */
export function readyState(parts: Parts, outOfDate: boolean): ReadyState {
  const { session, list, outbox, actions } = parts;
  return {
    phase: "ready",
    account: session.account,
    referrals: list.referrals,
    totals: list.totals,
    ...(outOfDate && { warning: HOSTED_NOTICES.outOfDate }),
    hosted: {
      confirmed: session.confirmed,
      waiting: outbox.waiting,
      find: list.query,
      more: list.more,
      actions,
    },
  };
}
