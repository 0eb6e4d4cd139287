import type { HostedReferral, Inbox, Waits } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { useAct } from "@/console/parts/act-button";
import { type Asked, ReferralDialog } from "@/console/parts/commands";
import { Failure } from "@/console/parts/failure";
import { lasting, stageLabel } from "@/console/parts/words";
import { ask, command, may, type ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./inbox.module.css";

const WHY: Record<Waits, string> = {
  unowned: "Nobody is responsible",
  overdue: "In its stage for too long",
  duplicate: "May be a duplicate",
  number: "Unclear whose number this is",
};

const path = ({ key }: HostedReferral) => `/referrals/${encodeURIComponent(key)}`;

/** The referrals that wait for staff, longest first, each with the reasons. */
export default function InboxScreen({ viewer }: ScreenProps) {
  const inbox = useInfiniteQuery({
    queryKey: ["inbox"],
    queryFn: ({ pageParam }) =>
      ask<Inbox>(`/inbox${pageParam && `?after=${encodeURIComponent(pageParam)}`}`),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const waiting = inbox.data?.pages.flatMap(({ referrals }) => referrals) ?? [];
  const [activeKey, setActive] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  // A referral that was dealt with leaves the list; then the first one becomes active.
  const active = Math.max(
    0,
    waiting.findIndex(({ key }) => key === activeKey),
  );
  const current = waiting[active];
  const mayHandle = may(viewer, "handle");
  const [acting, act] = useAct();

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const step = (by: number) => setActive(waiting[active + by]?.key ?? current?.key);
  const asks = (what: "assign" | "move" | "decline") => () =>
    mayHandle && current && setAsked({ referral: current, asking: { what } });
  const state = { keys: waiting.map(({ key }) => key), back: "/inbox" };
  const isFree = (referral: HostedReferral) => mayHandle && !referral.progress.owner;

  function take(referral: HostedReferral) {
    if (!isFree(referral)) return;
    act(() => command(referral, { kind: "assign", staff: viewer.staff?.id ?? "" }));
  }

  useKeys({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    o: ["Open it", () => void (current && navigate(path(current), { state }))],
    e: ["Take it", () => current && take(current)],
    a: ["Assign it", asks("assign")],
    m: ["Move it", asks("move")],
    d: ["Decline it", asks("decline")],
  });

  return (
    <>
      <title>Inbox – Console</title>
      <h1>Inbox</h1>
      {inbox.error && <Failure error={inbox.error} retry={() => void inbox.refetch()} />}
      {inbox.data && waiting.length === 0 && (
        <p className={shared.empty}>
          Nothing is waiting. New referrals appear here, and so do those that stay in one stage for
          too long.
        </p>
      )}
      <ol ref={list} className={styles.list}>
        {waiting.map((referral, index) => (
          <li key={referral.key} data-active={index === active || undefined}>
            <div className={styles.head}>
              <Link to={path(referral)} state={state} onFocus={() => setActive(referral.key)}>
                {referral.referral.referredName}
              </Link>
              <Tag tone={referral.tone}>{stageLabel(referral.progress.stage)}</Tag>
              <span className={styles.since}>{lasting(referral.progress.since)}</span>
            </div>
            <p>
              {referral.serviceLabel}, referred by {referral.referral.referrerName}
            </p>
            <p className={styles.why}>{referral.why.map((why) => WHY[why]).join(" · ")}</p>
            {isFree(referral) && (
              <Button
                variant="quiet"
                className={shared.small}
                pending={acting}
                onClick={() => take(referral)}
                aria-label={`Take ${referral.referral.referredName}`}
              >
                Take it
              </Button>
            )}
          </li>
        ))}
      </ol>
      {inbox.hasNextPage && (
        <Button variant="quiet" onClick={() => void inbox.fetchNextPage()}>
          Show more
        </Button>
      )}
      {asked && <ReferralDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
