import type { HostedReferral, Inbox, Waits } from "@bindings";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { SmallButton, useAction } from "@/console/parts/buttons";
import { type OpenDialog, ReferralDialog } from "@/console/parts/command-dialog";
import { Listing } from "@/console/parts/listing";
import { type From, focusSoon, nextOf, useReturn } from "@/console/parts/place";
import { usePages } from "@/console/parts/use-pages";
import { durationSince, stageLabel } from "@/console/parts/formats";
import { sendCommand, may, referralPath, type ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./inbox.module.css";

const WHY: Record<Waits, string> = {
  due: "Due now",
  award: "Award requested",
  unowned: "Nobody is responsible",
  overdue: "In its stage for too long",
  duplicate: "May be a duplicate",
  number: "Unclear whose number this is",
};

/** The referrals that wait for staff, longest first, each with the reasons. */
export default function InboxScreen({ viewer }: ScreenProps) {
  const inbox = usePages<Inbox>("/inbox");
  const waiting = inbox.pages.flatMap(({ referrals }) => referrals);
  const [activeKey, setActive] = useState<string>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  // A referral that was dealt with leaves the list; then the first one becomes active.
  const active = Math.max(
    0,
    waiting.findIndex(({ key }) => key === activeKey),
  );
  const current = waiting[active];
  const mayHandle = may(viewer, "handle");
  const [pending, run] = useAction();

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  /** Moves up or down. At the end it fetches the next page, and the next press goes on there. */
  function step(by: number) {
    if (active + by >= waiting.length && inbox.hasNextPage) void inbox.fetchNextPage();
    setActive(waiting[active + by]?.key ?? current?.key);
  }

  const openDialog = (kind: "assign" | "move" | "decline") => () =>
    mayHandle && current && setDialog({ referral: current, choice: { kind } });
  const state: From = {
    keys: waiting.map(({ key }) => key),
    back: "/inbox",
    next: nextOf({ path: "/inbox" }, inbox.pages),
  };
  useReturn(state, inbox, (index) => {
    setActive(waiting[index]?.key);
    focusSoon(() => list.current?.children[index]?.querySelector("a"));
  });
  const isUnassigned = (referral: HostedReferral) => mayHandle && !referral.progress.owner;

  function take(referral: HostedReferral) {
    if (!isUnassigned(referral)) return;
    const command = { kind: "assign", staff: viewer.staff?.id ?? "" } as const;
    run(() => sendCommand(referral, command), referral.key);
  }

  useKeys({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    o: ["Open it", () => void (current && navigate(referralPath(current), { state }))],
    e: ["Take it", () => current && take(current)],
    a: ["Assign it", openDialog("assign")],
    m: ["Move it", openDialog("move")],
    d: ["Decline it", openDialog("decline")],
  });

  return (
    <>
      <title>Inbox – Console</title>
      <h1>Inbox</h1>
      <Listing
        list={inbox}
        count={waiting.length}
        empty="Nothing is waiting. New referrals appear here, and so do those that stay in one stage for too long."
        more="Show more"
      >
        <p className={shared.hint}>
          {`${waiting.length} shown${inbox.hasNextPage ? ", and more below" : ""}.`}
        </p>
        <ol ref={list} className={styles.list}>
          {waiting.map((referral, index) => (
            <li key={referral.key} data-active={index === active || undefined}>
              <div className={styles.head}>
                <Link
                  to={referralPath(referral)}
                  state={state}
                  onFocus={() => setActive(referral.key)}
                >
                  {referral.referral.referredName}
                </Link>
                <Tag tone={referral.tone}>{stageLabel(referral.progress.stage)}</Tag>
                <span className={shared.hint}>{durationSince(referral.progress.since)}</span>
              </div>
              <p>
                {referral.serviceLabel}, referred by {referral.referral.referrerName}
              </p>
              <p className={shared.hint}>{referral.why.map((why) => WHY[why]).join(" · ")}</p>
              {isUnassigned(referral) && (
                <SmallButton
                  pending={pending}
                  onClick={() => take(referral)}
                  aria-label={`Take ${referral.referral.referredName}`}
                >
                  Take it
                </SmallButton>
              )}
            </li>
          ))}
        </ol>
      </Listing>
      {dialog && <ReferralDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}
