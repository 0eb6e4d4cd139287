import type { User } from "@bindings";
import { type RefObject, useState } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import type { Account, HostedActions, Waiting } from "@/programme/programme";
import { type FormHandle, SAYS_WHO } from "../refer-form";
import styles from "../referral.module.css";

type Props = {
  waiting: readonly Waiting[];
  account: Account;
  actions: HostedActions;
  form: RefObject<FormHandle | null>;
};

/** Referrals that were submitted on this device and are not on the server yet. */
export function WaitingReferrals({ waiting, account, actions, form }: Props) {
  const [pending, run] = usePending();
  const user = account.role === "guest" ? undefined : account.user;
  const isShown = (item: Waiting) => item.refused && !belongsToOther(item, user);
  const refused = waiting.filter(isShown);
  const line = waitingLine(
    waiting.filter((item) => !isShown(item)),
    user,
  );
  const sent = useSent(line !== "", refused.length > 0);

  function send() {
    void run(async () => {
      const notice = await actions.sendWaiting();
      if (notice) notify(notice);
    });
  }

  return (
    <>
      {line && (
        <Notice notice={{ title: "Kept on this device", description: line, variant: "default" }}>
          <Button variant="quiet" pending={pending} onClick={send}>
            Send now
          </Button>
        </Notice>
      )}
      {refused.map((item) => (
        <RefusedReferral
          key={item.key}
          item={item}
          account={account}
          actions={actions}
          form={form}
        />
      ))}
      {/* The notice disappears by itself, so screen readers are told why. */}
      <output className="visually-hidden">{sent && "What was waiting has been sent."}</output>
    </>
  );
}

/** Whether it belongs to another member. Nobody else may see whom they refer. */
function belongsToOther({ by }: Waiting, user: User | undefined): boolean {
  return by !== undefined && by.mobileNumber !== user?.mobileNumber;
}

/** Whether all waiting referrals have been sent without a refusal. */
function useSent(waits: boolean, refused: boolean): boolean {
  const [waited, setWaited] = useState(waits);
  if (waits && !waited) setWaited(true);
  if (refused && waited) setWaited(false);
  return waited && !waits;
}

/** The sentence about how many wait, and for what. */
function waitingLine(waiting: readonly Waiting[], user: User | undefined): string {
  const due = waiting.filter((item) => !belongsToOther(item, user));
  const owners = waiting
    .flatMap((item) => (item.by && belongsToOther(item, user) ? [item.by.name] : []))
    .map((name) => (name === user?.name ? `another ${name}` : name));
  const count = due.length === 1 ? "1 referral is waiting" : `${due.length} referrals are waiting`;
  return [
    due.length > 0 && `${count} for a connection.`,
    ...[...new Set(owners)].map((owner) => {
      const theirs = owners.filter((other) => other === owner).length;
      return theirs === 1
        ? `1 referral by ${owner} will wait until they log in again.`
        : `${theirs} referrals by ${owner} will wait until they log in again.`;
    }),
  ]
    .filter(Boolean)
    .join(" ");
}

type RefusedReferralProps = {
  item: Waiting;
  account: Account;
  actions: HostedActions;
  form: RefObject<FormHandle | null>;
};

/** A waiting referral that was refused. It stays until somebody edits or discards it. */
function RefusedReferral({ item, account, actions, form }: RefusedReferralProps) {
  const { key, draft, sayWho, opening, refused } = item;
  if (!refused) return null;

  function putBack() {
    if (
      form.current?.putBack({
        ...draft,
        sayWho: sayWho ? SAYS_WHO : "",
        opening: opening?.address ?? "",
      })
    )
      actions.forgetWaiting(key);
    else notify(FORM_IN_USE);
  }

  return (
    <Notice
      notice={{
        ...refused,
        title: "Not Accepted",
        description: `${whose(item, account)} referral of ${draft.referredName} was not accepted: ${refused.description}`,
      }}
    >
      <div className={styles.actions}>
        <Button variant="quiet" onClick={putBack}>
          Put it back into the form
        </Button>
        <Button variant="quiet" onClick={() => actions.forgetWaiting(key)}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}

/** The owner of a waiting referral, which may be another member of this device. */
function whose({ by }: Waiting, account: Account): string {
  const own = account.role !== "guest" && account.user.mobileNumber === by?.mobileNumber;
  return !by || own ? "Your" : `${by.name}\u2019s`;
}

const FORM_IN_USE = {
  title: "The form is in use",
  description: "Submit or clear what you are typing first. The other referral will stay here.",
  variant: "destructive",
} as const;
