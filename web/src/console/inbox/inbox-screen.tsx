import type {
  HostedReferral,
  Inbox,
  InboxDecision,
  InboxEntry,
  InboxSection,
  InboxWhose,
} from "@bindings";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { SelectField } from "@/components/fields/field";
import { useKeys } from "@/console/keys";
import { SmallButton, useAction } from "@/console/parts/buttons";
import { type OpenDialog, ReferralDialog } from "@/console/parts/command-dialog";
import { Listing } from "@/console/parts/listing";
import { type From, focusSoon, nextOf, useReturn } from "@/console/parts/place";
import { useSaid } from "@/console/parts/said";
import { Tabs } from "@/console/parts/tabs";
import { inboxPath, usePages } from "@/console/parts/use-pages";
import { isPast, taskLabel } from "@/console/parts/formats";
import { StageName } from "@/console/parts/stage-mark";
import { whenDue } from "@/console/parts/when";
import {
  sendCommand,
  may,
  referralPath,
  type ScreenProps,
  useColleagues,
  type Viewer,
} from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./inbox.module.css";

const SECTIONS: readonly { readonly value: InboxSection; readonly label: string }[] = [
  { value: "overdue", label: "Overdue" },
  { value: "today", label: "Today" },
  { value: "new", label: "New" },
  { value: "waiting", label: "To decide" },
];

const MINE = { value: "mine", label: "Mine and nobody’s" } as const;
const ALL = { value: "all", label: "Everybody’s" } as const;

/** Whose work can be shown: that of a team to whoever is in one, or may be, until that is fetched. */
function useWhose({ staff }: Viewer): readonly { value: InboxWhose; label: string }[] {
  const { data: colleagues } = useColleagues();
  const team = colleagues?.find(({ id }) => id === staff?.id)?.team ?? "";
  if (colleagues && !team) return [MINE, ALL];
  const label = team ? `Team ${team} and nobody’s` : "My team and nobody’s";
  return [MINE, { value: "team", label }, ALL];
}

const DECISIONS: Record<InboxDecision, string> = {
  award: "Award requested",
  duplicate: "May be a duplicate",
  number: "Phone number unclear",
};

/** What waits for staff, section by section, each referral with what is to be done next. */
export default function InboxScreen({ viewer }: ScreenProps) {
  const [params, setParams] = useSearchParams();
  const choices = useWhose(viewer);
  const { value: whose } = choices.find(({ value }) => value === params.get("whose")) ?? MINE;
  const asked = SECTIONS.find(({ value }) => value === params.get("section"))?.value;
  const path = inboxPath({ section: asked, whose });
  const inbox = usePages<Inbox>(path);
  const last = inbox.pages.at(-1);
  const waiting = inbox.pages.flatMap(({ referrals }) => referrals);
  const [chosen, setChosen] = useState<{ key: string; place: number }>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  const found = waiting.findIndex(({ key }) => key === chosen?.key);
  // A referral that was dealt with leaves the list; then the one in its place becomes active.
  const active = found < 0 ? Math.min(chosen?.place ?? 0, Math.max(0, waiting.length - 1)) : found;
  const current = waiting[active];
  const mayHandle = may(viewer, "handle");
  const [pending, run] = useAction();
  const { live, say } = useSaid({});

  useEffect(() => {
    const row = list.current?.children[active];
    // A row that is touched takes the focus before the click, which would miss it if it moved.
    if (!row?.contains(document.activeElement)) row?.scrollIntoView({ block: "nearest" });
  }, [active]);

  function choose(place: number) {
    const key = waiting[place]?.key;
    if (key !== undefined) setChosen({ key, place });
  }

  /** Moves up or down. At the end it fetches the next page, and the next press goes on there. */
  function step(by: number) {
    if (active + by >= waiting.length && inbox.hasNextPage) void inbox.fetchNextPage();
    const next = waiting[active + by] ? active + by : active;
    choose(next);
    say(waiting[next]);
  }

  const openDialog = (kind: "assign" | "move" | "decline") => () =>
    current && setDialog({ referral: current, choice: { kind } });
  const state: From = {
    keys: waiting.map(({ key }) => key),
    back: `/inbox${params.size > 0 ? `?${params.toString()}` : ""}`,
    next: nextOf({ path }, inbox.pages),
  };
  useReturn(state, inbox, (index) => {
    choose(index);
    focusSoon(() => list.current?.children[index]?.querySelector("a"));
  });
  const isUnassigned = (referral: HostedReferral) => mayHandle && !referral.progress.owner;

  /** The link of what was taken, or of the one in its place, as soon as the button is gone with the focus. */
  function linkOfTaken() {
    const isGone = document.activeElement === document.body;
    return isGone ? list.current?.querySelector<HTMLElement>("[data-active] a") : null;
  }

  function take(referral: HostedReferral) {
    if (!isUnassigned(referral)) return;
    const command = { kind: "assign", staff: viewer.staff?.id ?? "" } as const;
    run(async () => {
      const sent = await sendCommand(referral, command);
      if (sent.outcome === "accepted") focusSoon(linkOfTaken);
      return sent;
    }, referral.key);
  }

  useKeys({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    o: ["Open it", () => void (current && navigate(referralPath(current), { state }))],
    ...(mayHandle && {
      e: ["Assign to me", () => current && take(current)] as const,
      a: ["Assign…", openDialog("assign")] as const,
      m: ["Move…", openDialog("move")] as const,
      d: ["Close…", openDialog("decline")] as const,
    }),
  });

  return (
    <>
      <title>Inbox – Console</title>
      <div className={styles.top}>
        <h1>Inbox</h1>
        <div className={styles.whose}>
          <SelectField
            label="Whose"
            options={choices}
            value={whose}
            onChange={({ target: { value } }) =>
              setParams(value === "mine" ? {} : { whose: value })
            }
          />
        </div>
      </div>
      {last && (
        <Tabs
          label="Sections of the inbox"
          tabs={SECTIONS.map((tab) => ({ ...tab, count: last.counts[tab.value] }))}
          current={asked ?? last.section}
          addressOf={(value) =>
            `?${new URLSearchParams({ section: value, ...(whose !== "mine" && { whose }) })}`
          }
        />
      )}
      <Listing
        list={inbox}
        count={waiting.length}
        empty={
          asked
            ? "Nothing is waiting here."
            : "Nothing is waiting. New referrals appear here, and so does what is to be done today."
        }
        more="Show more"
      >
        <ol ref={list} className={styles.list}>
          {waiting.map((referral, index) => (
            <li key={referral.key} data-active={index === active || undefined}>
              <div className={styles.who}>
                <Link to={referralPath(referral)} state={state} onFocus={() => choose(index)}>
                  {referral.referral.referredName}
                </Link>
                <span className={shared.hint}>
                  {referral.serviceLabel}, referred by {referral.referral.referrerName}
                </span>
              </div>
              <StageName of={referral.progress} />
              <Next of={referral} />
              {isUnassigned(referral) && (
                <SmallButton
                  className={index === active ? undefined : shared.onHover}
                  pending={pending}
                  onClick={() => {
                    choose(index);
                    take(referral);
                  }}
                  aria-label={`Take ${referral.referral.referredName}`}
                >
                  Assign to me
                </SmallButton>
              )}
            </li>
          ))}
        </ol>
      </Listing>
      {live}
      {dialog && <ReferralDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** What is to be done next, by when, and which decisions are missing. */
function Next({ of: { task, decisions, progress } }: { of: InboxEntry }) {
  const calls = progress.unanswered ?? 0;
  return (
    <div className={styles.next}>
      {task && (
        <p data-late={isPast(task.due) || undefined}>
          {taskLabel(task.kind)},{" "}
          <time dateTime={new Date(task.due).toISOString()}>{whenDue(task.due)}</time>
        </p>
      )}
      <p className={shared.hint}>
        {[
          ...decisions.map((decision) => DECISIONS[decision]),
          ...(calls > 0 ? [`No answer${calls > 1 ? `, ${calls} times` : ""}`] : []),
        ].join(" · ")}
      </p>
    </div>
  );
}
