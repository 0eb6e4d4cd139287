import type { ReferralDetail } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { SmallButton, useAct } from "@/console/parts/buttons";
import { type Asked, type Asking, ReferralDialog } from "@/console/parts/commands";
import { Failure } from "@/console/parts/listing";
import { Tabs, useTab } from "@/console/parts/tabs";
import { instant, lasting, nameOf, stageLabel } from "@/console/parts/words";
import { ask, command, referralPath, useColleagues, type ScreenProps } from "@/console/server";
import { Facts } from "./facts";
import { Timeline } from "./timeline";
import styles from "./referral.module.css";

/** The list that the user came from. */
type From = { keys?: readonly string[]; back?: string } | null;

/** One referral: its data, its timeline, and the commands. */
export default function ReferralScreen({ viewer }: ScreenProps) {
  const { key = "" } = useParams();
  const { state, search } = useLocation();
  const from = state as From;
  const tab = useTab(TABS);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asked>();
  const { data: colleagues } = useColleagues();
  const detail = useQuery({
    queryKey: ["referral", key],
    queryFn: () => ask<ReferralDetail>(referralPath({ key })),
  });
  const { data } = detail;
  const commands = COMMANDS.filter(({ what }) => data?.possible.includes(what));

  function wants(what: Asking) {
    if (data) setAsking({ referral: data.referral, asking: what });
  }

  const [, act] = useAct();
  const own = viewer.staff?.id ?? "";

  /** Makes the user the owner, if there is none. */
  function take() {
    if (!data?.possible.includes("assign") || data.referral.progress.owner) return;
    act(() => command(data.referral, { kind: "assign", staff: own }));
  }

  const keys = from?.keys ?? [];
  const neighbour = (by: number) => keys[keys.indexOf(key) + by];

  function go(by: number) {
    const next = neighbour(by);
    if (next !== undefined) {
      void navigate(
        { pathname: referralPath({ key: next }), search },
        { state: from, replace: true },
      );
    }
  }

  useKeys({
    ...Object.fromEntries(
      commands.map(({ letter, label, what }) => [letter, [label, () => wants({ what })] as const]),
    ),
    j: ["Next referral", () => go(1)],
    k: ["Previous referral", () => go(-1)],
    e: ["Take it", take],
    b: ["Back to the list", () => void navigate(from?.back ?? "/referrals")],
    u: ["Undo what was done last", undoLast],
  });

  function undoLast() {
    const last = data?.timeline.findLast(({ canUndo }) => canUndo);
    if (last) wants({ what: "undo", target: last.name });
  }

  if (!data) return <Failure of={detail} />;
  const { referral, submitted, timeline } = data;
  const { progress } = referral;
  const name = referral.referral.referredName;
  return (
    <article>
      <title>{`${name} – Console`}</title>
      <nav aria-label="List" className={styles.around}>
        <Link to={from?.back ?? "/referrals"}>Back to the list</Link>
        {from?.keys && (
          <>
            <SmallButton disabled={neighbour(-1) === undefined} onClick={() => go(-1)}>
              Previous
            </SmallButton>
            <SmallButton disabled={neighbour(1) === undefined} onClick={() => go(1)}>
              Next
            </SmallButton>
          </>
        )}
      </nav>
      <h1>{name}</h1>
      <p className={styles.stage}>
        <Tag tone={referral.tone}>{stageLabel(progress.stage)}</Tag>
        <span title={instant(progress.since)}>{lasting(progress.since)}</span>
        <span>Responsible: {nameOf(progress.owner, colleagues)}</span>
      </p>
      <Failure of={detail} />
      <fieldset className={styles.commands}>
        <legend className="visually-hidden">What to do</legend>
        {commands.map(({ letter, label, what }) => (
          <SmallButton key={label} aria-keyshortcuts={letter} onClick={() => wants({ what })}>
            {label}
          </SmallButton>
        ))}
      </fieldset>
      <div className={styles.tabs}>
        <Tabs label="Referral" tabs={TABS} current={tab} />
      </div>
      <div className={styles.halves} data-tab={tab}>
        <Facts
          referral={referral}
          submitted={submitted}
          correct={data.possible.includes("correct") ? wants : undefined}
        />
        <Timeline
          entries={timeline}
          colleagues={colleagues}
          undo={(target) => wants({ what: "undo", target })}
        />
      </div>
      {asking && <ReferralDialog asked={asking} onClose={() => setAsking(undefined)} />}
    </article>
  );
}

/** The tabs for small screens. */
const TABS = [
  { value: "facts", label: "Facts" },
  { value: "timeline", label: "What happened" },
] as const;

type What = "move" | "decline" | "points" | "assign" | "note" | "reopen" | "withdraw";

/** The commands with their keys and labels. The server says which are possible now. */
const COMMANDS: readonly { letter: string; label: string; what: What }[] = [
  { letter: "m", label: "Move…", what: "move" },
  { letter: "d", label: "Decline…", what: "decline" },
  { letter: "p", label: "Points…", what: "points" },
  { letter: "a", label: "Assign…", what: "assign" },
  { letter: "n", label: "Note…", what: "note" },
  { letter: "r", label: "Reopen…", what: "reopen" },
  { letter: "w", label: "Withdraw…", what: "withdraw" },
];
