import type { ReferralDetail } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import { notify } from "@/components/toast/toasts";
import { useKeys } from "@/console/keys";
import { SmallButton, useAction } from "@/console/parts/buttons";
import {
  type CommandChoice,
  type OpenDialog,
  ReferralDialog,
} from "@/console/parts/command-dialog";
import { Failure } from "@/console/parts/listing";
import { type From, rememberPlace, withNextPage } from "@/console/parts/place";
import { Tabs, useTab } from "@/console/parts/tabs";
import { formatDateTime, durationSince, staffName, stageLabel } from "@/console/parts/formats";
import { noticeOf } from "@/api/requests";
import {
  fetchJson,
  sendCommand,
  referralPath,
  useColleagues,
  type ScreenProps,
} from "@/console/server";
import { Facts } from "./facts";
import { Timeline } from "./timeline";
import styles from "./referral.module.css";

/** One referral: its data, its timeline, and the commands. */
export default function ReferralScreen({ viewer }: ScreenProps) {
  const { key = "" } = useParams();
  const { state, search } = useLocation();
  const from = state as From | null;
  const tab = useTab(TABS);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data: colleagues } = useColleagues();
  const detail = useQuery({
    queryKey: ["referral", key],
    queryFn: () => fetchJson<ReferralDetail>(referralPath({ key })),
  });
  const { data } = detail;
  const commands = COMMANDS.filter(({ kind }) => data?.possible.includes(kind));

  function openDialog(choice: CommandChoice) {
    if (data) setDialog({ referral: data.referral, choice });
  }

  const [, run] = useAction();
  const own = viewer.staff?.id ?? "";

  /** Makes the user the owner, if there is none. */
  function take() {
    if (!data?.possible.includes("assign") || data.referral.progress.owner) return;
    run(() => sendCommand(data.referral, { kind: "assign", staff: own }), key);
  }

  useEffect(() => {
    if (from) rememberPlace(from, key);
  }, [from, key]);

  const at = from?.keys.indexOf(key) ?? -1;
  const hasNeighbour = (by: number) =>
    from?.keys[at + by] !== undefined || (by > 0 && from?.next !== undefined);

  /** Shows the next or previous referral of the list, which goes on over its pages. */
  async function go(by: number) {
    if (!from || !hasNeighbour(by)) return;
    const list = from.keys[at + by] === undefined ? await withNextPage(from) : from;
    const next = list.keys[at + by];
    if (next === undefined) return;
    void navigate(
      { pathname: referralPath({ key: next }), search },
      { state: list, replace: true },
    );
  }
  const step = (by: number) => void go(by).catch((error: unknown) => notify(noticeOf(error)));

  useKeys({
    ...Object.fromEntries(
      commands.map(({ letter, label, kind }) => [
        letter,
        [label, () => openDialog({ kind })] as const,
      ]),
    ),
    j: ["Next referral", () => step(1)],
    k: ["Previous referral", () => step(-1)],
    e: ["Take it", take],
    b: ["Back to the list", () => void navigate(from?.back ?? "/referrals")],
    u: ["Undo what was done last", undoLast],
  });

  function undoLast() {
    const last = data?.timeline.findLast(({ canUndo }) => canUndo);
    if (last) openDialog({ kind: "undo", target: last.id });
  }

  if (!data) return <Failure of={detail} />;
  const { referral, submitted, timeline } = data;
  const { progress } = referral;
  const name = referral.referral.referredName;
  return (
    <article>
      <title>{`${name} – Console`}</title>
      <nav aria-label="List" className={styles.listNavigation}>
        <Link to={from?.back ?? "/referrals"}>Back to the list</Link>
        {from && (
          <>
            <SmallButton disabled={!hasNeighbour(-1)} onClick={() => step(-1)}>
              Previous
            </SmallButton>
            <SmallButton disabled={!hasNeighbour(1)} onClick={() => step(1)}>
              Next
            </SmallButton>
            <span>{placeOf(at, from)}</span>
          </>
        )}
      </nav>
      <h1>{name}</h1>
      <p className={styles.stage}>
        <Tag tone={referral.tone}>{stageLabel(progress.stage)}</Tag>
        <span title={formatDateTime(progress.since)}>{durationSince(progress.since)}</span>
        <span>Responsible: {staffName(progress.owner, colleagues)}</span>
      </p>
      <Failure of={detail} />
      <fieldset className={styles.commands}>
        <legend className="visually-hidden">What to do</legend>
        {commands.map(({ letter, label, kind }) => (
          <SmallButton key={label} aria-keyshortcuts={letter} onClick={() => openDialog({ kind })}>
            {label}
          </SmallButton>
        ))}
      </fieldset>
      <div className={styles.tabs}>
        <Tabs label="Referral" tabs={TABS} current={tab} />
      </div>
      <div className={styles.twoColumns} data-tab={tab}>
        <Facts
          referral={referral}
          submitted={submitted}
          correct={data.possible.includes("correct") ? openDialog : undefined}
        />
        <Timeline
          entries={timeline}
          colleagues={colleagues}
          undo={(target) => openDialog({ kind: "undo", target })}
        />
      </div>
      {dialog && <ReferralDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </article>
  );
}

/** "12 of 209", or "12 of 50 and more". */
function placeOf(at: number, { keys, total, next }: From): string {
  if (at < 0) return "";
  if (total !== undefined && total >= keys.length) return `${at + 1} of ${total}`;
  return `${at + 1} of ${keys.length}${next ? " and more" : ""}`;
}

/** The tabs for small screens. */
const TABS = [
  { value: "facts", label: "Facts" },
  { value: "timeline", label: "What happened" },
] as const;

type Kind =
  | "call"
  | "schedule"
  | "finish"
  | "propose"
  | "move"
  | "decline"
  | "points"
  | "assign"
  | "note"
  | "reopen"
  | "withdraw";

/** The commands with their keys and labels. The server says which are possible now. */
const COMMANDS: readonly { letter: string; label: string; kind: Kind }[] = [
  { letter: "c", label: "Call…", kind: "call" },
  { letter: "f", label: "Plan…", kind: "schedule" },
  { letter: "x", label: "Done…", kind: "finish" },
  { letter: "m", label: "Move…", kind: "move" },
  { letter: "d", label: "Decline…", kind: "decline" },
  { letter: "q", label: "Ask for an award…", kind: "propose" },
  { letter: "p", label: "Points…", kind: "points" },
  { letter: "a", label: "Assign…", kind: "assign" },
  { letter: "n", label: "Note…", kind: "note" },
  { letter: "r", label: "Reopen…", kind: "reopen" },
  { letter: "w", label: "Withdraw…", kind: "withdraw" },
];
