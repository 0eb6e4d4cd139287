import type { Notice } from "@bindings";
import type { HostedActions } from "@/programme/hosted-state";
import type { ReadyState } from "@/programme/programme";
import type { AskedAgain } from "./asked-again";
import type { List } from "./list";
import type { Outbox } from "./outbox";
import type { Session } from "./session";

type Parts = {
  session: Session;
  list: List;
  outbox: Outbox;
  factor: AskedAgain;
  news: Notice | undefined;
  actions: HostedActions;
};

/** What the pages show, from what this tab knows. */
export function readyState(parts: Parts, warning: Notice | undefined): ReadyState {
  const { session, list, outbox, factor, news, actions } = parts;
  return {
    phase: "ready",
    account: session.account,
    referrals: list.referrals,
    totals: list.totals,
    ...(warning && { warning }),
    hosted: {
      confirmed: session.confirmed,
      confirming: factor.pending,
      waiting: outbox.waiting,
      ...(news && { news }),
      find: list.query,
      more: list.more,
      actions,
    },
  };
}
