import type { User } from "@bindings";
import { type RefObject, useState } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { useLostFocus } from "@/components/focus";
import { usePending } from "@/components/use-pending";
import * as words from "@/content/generated/words/hosted";
import type { Account, HostedActions, Waiting } from "@/programme/programme";
import { type FormHandle, SAYS_WHO } from "../refer-form";
import styles from "../referral.module.css";

type Props = {
  waiting: readonly Waiting[];
  account: Account;
  actions: HostedActions;
  form: RefObject<FormHandle | null>;
  /** That of the form. */
  heading: RefObject<HTMLElement | null>;
};

/** Referrals that were submitted on this device and are not on the server yet. */
export function WaitingReferrals({ waiting, account, actions, form, heading }: Props) {
  const [pending, run] = usePending();
  const user = account.role === "guest" ? undefined : account.user;
  const isShown = (item: Waiting) => item.refused && !belongsToOther(item, user);
  const refused = waiting.filter(isShown);
  const line = waitingLine(
    waiting.filter((item) => !isShown(item)),
    user,
  );
  // Until something waits again: then it may be sent by itself.
  const [isByHand, setByHand] = useState(false);
  if (isByHand && !pending && line !== "") setByHand(false);
  const sent = useSent(line !== "", refused.length > 0 || isByHand);
  // What is sent by itself takes no focus.
  useLostFocus(line !== "", () => (isByHand ? heading.current : null));

  function send() {
    setByHand(true);
    void run(async () => {
      const notice = await actions.sendWaiting();
      if (notice) notify(notice);
    });
  }

  return (
    <>
      {line && (
        <Notice notice={{ title: words.kept, description: line, variant: "default" }}>
          <Button variant="quiet" pending={pending} onClick={send}>
            {words.sendNow}
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
          heading={heading}
        />
      ))}
      {/* The notice disappears by itself, so screen readers are told why. */}
      <output className="visually-hidden">{sent && words.sent}</output>
    </>
  );
}

/** Whether it belongs to another member. Nobody else may see whom they refer. */
function belongsToOther({ by }: Waiting, user: User | undefined): boolean {
  return by !== undefined && by.mobileNumber !== user?.mobileNumber;
}

/** Whether all waiting referrals have been sent by themselves: of a refusal, and of what is sent by hand, one is told. */
function useSent(waits: boolean, isTold: boolean): boolean {
  const [waited, setWaited] = useState(waits);
  if (waits && !waited && !isTold) setWaited(true);
  if (isTold && waited) setWaited(false);
  return waited && !waits;
}

/** The sentence about how many wait, and for what. */
function waitingLine(waiting: readonly Waiting[], user: User | undefined): string {
  const due = waiting.filter((item) => !belongsToOther(item, user));
  const owners = waiting
    .flatMap((item) => (item.by && belongsToOther(item, user) ? [item.by.name] : []))
    .map((name) => (name === user?.name ? words.another({ name }) : name));
  return [
    due.length > 0 && words.waiting({ count: due.length }),
    ...[...new Set(owners)].map((owner) => {
      const count = owners.filter((other) => other === owner).length;
      return words.waitingOf({ count, owner });
    }),
  ]
    .filter(Boolean)
    .join(" ");
}

type RefusedReferralProps = Omit<Props, "waiting"> & { item: Waiting };

/** A waiting referral that was refused. It stays until somebody edits or discards it. */
function RefusedReferral({ item, account, actions, form, heading }: RefusedReferralProps) {
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

  function discard() {
    actions.forgetWaiting(key);
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <Notice
      notice={{
        ...refused,
        title: words.notAccepted,
        description: notAccepted(item, account, refused.description),
      }}
    >
      <div className={styles.actions}>
        <Button variant="quiet" onClick={putBack}>
          {words.putBack}
        </Button>
        <Button variant="quiet" onClick={discard}>
          {words.discard}
        </Button>
      </div>
    </Notice>
  );
}

/** Why a waiting referral was not accepted, and whose it is: another member of this device may own it. */
function notAccepted({ by, draft }: Waiting, account: Account, reason: string): string {
  const own = account.role !== "guest" && account.user.mobileNumber === by?.mobileNumber;
  const name = draft.referredName;
  return !by || own
    ? words.notAcceptedYours({ name, reason })
    : words.notAcceptedOf({ owner: by.name, name, reason });
}

const FORM_IN_USE = {
  title: words.formInUse,
  description: words.formInUseLead,
  variant: "destructive",
} as const;
