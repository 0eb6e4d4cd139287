import type { RefObject } from "react";
import { useId, useTransition } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/notify";
import type { FormHandle } from "@/features/referral/refer-form";
import section from "@/features/referral/section.module.css";
import type { Account, HostedActions, Waiting } from "@/programme";
import { RefusedReferral } from "./refused-referral";

type Props = {
  waiting: readonly Waiting[];
  account: Account;
  actions: HostedActions;
  form: RefObject<FormHandle | null>;
};

/** What was submitted on this device and is not on the server yet: a line on it, and the way on. */
export function WaitingReferrals({ waiting, account, actions, form }: Props) {
  const title = useId();
  const [pending, startTransition] = useTransition();
  const refused = waiting.filter((item) => item.refused);
  const line = told(
    waiting.filter((item) => !item.refused),
    account.role === "guest" ? undefined : account.user.name,
  );

  function send() {
    startTransition(async () => {
      const notice = await actions.sendWaiting();
      if (notice) notify(notice);
    });
  }

  return (
    <section aria-labelledby={title} hidden={waiting.length === 0}>
      <h2 id={title} className="visually-hidden">
        Referrals on this device
      </h2>
      <div className={section.ways}>
        <output>{line}</output>
        {line && (
          <Button variant="quiet" pending={pending} onClick={send}>
            Send now
          </Button>
        )}
      </div>
      {refused.map((item) => (
        <RefusedReferral key={item.key} item={item} actions={actions} form={form} />
      ))}
    </section>
  );
}

/** How many wait, and for what. */
function told(waiting: readonly Waiting[], user: string | undefined): string {
  const due = waiting.filter(({ by }) => by === undefined || by === user);
  const others = [...new Set(waiting.map(({ by }) => by))].filter((by) => by && by !== user);
  const count = due.length === 1 ? "1 referral waits" : `${due.length} referrals wait`;
  return [
    due.length > 0 && `${count} for a connection.`,
    ...others.map((by) => {
      const theirs = waiting.filter((item) => item.by === by).length;
      return theirs === 1
        ? `1 referral of ${by} waits until they log in again.`
        : `${theirs} referrals of ${by} wait until they log in again.`;
    }),
  ]
    .filter(Boolean)
    .join(" ");
}
