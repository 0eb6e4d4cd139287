import type { CallOutcome, CorrectedField, TimelineEntry } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { notify } from "@/components/toast/toasts";
import { useKeys } from "@/console/keys";
import { SmallButton, useAction } from "@/console/parts/buttons";
import {
  type CommandChoice,
  type OpenDialog,
  ReferralDialog,
} from "@/console/parts/command-dialog";
import { stageLabel } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { type From, rememberPlace, withNextPage } from "@/console/parts/place";
import { isClosingProposed, isOpen, useProgramme } from "@/console/programme";
import { noticeOf } from "@/api/requests";
import {
  may as mayDo,
  queries,
  sendCommand,
  referralPath,
  referralQuery,
  useColleagues,
  type ScreenProps,
} from "@/console/server";
import { CallOutcomes, OUTCOME_KEYS } from "./calls";
import { type Command, COMMANDS, Commands } from "./commands";
import { Composer } from "./composer";
import { Consent } from "./consent";
import { Facts } from "./facts";
import { dialled, NextStep, PhoneNumber, Standing } from "./head";
import { Timeline, useSentence } from "./timeline";
import { useTriage } from "./use-triage";
import { useTyped } from "./typed";
import styles from "./referral.module.css";

type Props = ScreenProps & {
  /** Whether its list stands beside it, which then has the keys and the ways to its neighbours. */
  isBeside?: boolean;
};

/** One referral: the number to call, how the call went, what is next, and its history. */
export default function ReferralScreen({ viewer, isBeside = false }: Props) {
  const { key = "" } = useParams();
  const { state, search, hash } = useLocation();
  const from = state as From | null;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>();
  // On a phone, the outcomes appear as soon as somebody calls.
  const [calling, setCalling] = useState<string>();
  const [saving, setSaving] = useState<CallOutcome>();
  const [editing, setEditing] = useState<{ key: string; field?: CorrectedField | undefined }>();
  const { data: colleagues } = useColleagues();
  const { data: programme } = useProgramme();
  const detail = useQuery(referralQuery(key));
  const { data } = detail;
  const progress = data?.referral.progress;
  const may = (kind: string) => data?.possible.includes(kind) ?? false;
  const commands = COMMANDS.filter(({ kind }) => may(kind));
  const own = viewer.staff?.id ?? "";
  const typed = useTyped(own, key);
  const composer = useRef<HTMLDivElement>(null);
  const [recording, run] = useAction();
  const said = useSentence(colleagues);

  function openDialog(choice: CommandChoice) {
    if (data) setDialog({ referral: data.referral, choice });
  }

  const undo = (target: string, what: string) => openDialog({ kind: "undo", target, what });

  /** Opens the dialog of a command, with what the referral itself suggests. */
  function choose(kind: Command["kind"]) {
    const isEnough = isClosingProposed(progress?.unanswered ?? 0, programme);
    openDialog(kind === "decline" && isEnough ? { kind, reason: "no-answer" } : { kind });
  }

  /** Makes the user responsible, if nobody is. */
  function take() {
    if (!data || !may("assign") || progress?.owner) return;
    run(() => sendCommand(data.referral, { kind: "assign", staff: own }), key);
  }

  /** Begins to write a note or about a call, at the first of these fields. */
  function write(change: Partial<typeof typed.text>, field: string) {
    flushSync(() => typed.change(change));
    composer.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  }

  /** Begins a message, at its first field once that is loaded. */
  function startMessage() {
    flushSync(() => typed.change({ mode: "say" }));
    composer.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }

  /** Records how a call went, by a key or a button; asks when to call again. */
  function record(outcome: CallOutcome, byKey = false) {
    if (!data || !may("call")) return;
    if (OUTCOME_KEYS.some(({ value, asks }) => asks && value === outcome)) {
      setCalling(undefined);
      write({ mode: "call", outcome }, "due");
      return;
    }
    run(async () => {
      setSaving(outcome);
      const reply = await sendCommand(data.referral, { kind: "call", outcome });
      setSaving(undefined);
      if (reply.outcome !== "accepted") return reply;
      setCalling((now) => (now === key ? undefined : now));
      if (!byKey) return reply;
      const description = `${reply.notice.description} Press u to undo it.`;
      return { ...reply, notice: { ...reply.notice, description } };
    }, key);
  }

  useEffect(() => {
    if (from) rememberPlace(from, key);
  }, [from, key]);

  // One may have gone elsewhere while something is fetched.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const at = from?.keys.indexOf(key) ?? -1;
  const hasNeighbour = (by: number) =>
    from?.keys[at + by] !== undefined || (by > 0 && from?.next !== undefined);

  /** Shows another referral of the list; `after` says how one came to it. */
  const show = (to: string, list: From, after?: number) =>
    void navigate(
      { pathname: referralPath({ key: to }), search, hash },
      { state: { ...list, after }, replace: true },
    );

  /** Shows the next or previous referral of the list, which goes on over its pages. */
  async function go(by: number, after?: number) {
    if (!from || !hasNeighbour(by)) return;
    const list = from.keys[at + by] === undefined ? await withNextPage(from) : from;
    const next = list.keys[at + by];
    if (next === undefined || !isShown.current) return;
    show(next, list, after);
  }
  const step = (by: number, after?: number) =>
    void go(by, after).catch((error: unknown) => notify(noticeOf(error)));

  const triage = useTriage({
    data,
    own,
    after: from?.after,
    next: (after) => step(1, after),
    back: (to) => from && show(to, from),
    ask: async (to, target) => {
      const left = await queries.fetchQuery(referralQuery(to));
      const event = left.timeline.find(({ id }) => id === target);
      if (!event) return;
      setDialog({ referral: left.referral, choice: { kind: "undo", target, what: said(event) } });
    },
    run,
  });

  const last = data?.timeline.findLast(({ canUndo }) => canUndo);
  const triaged = triage.undoable();
  /** Undoes what `c` has just done, or else what was done last here. */
  function undoLast() {
    const now = triage.undoable();
    if (now) triage.undo(now);
    else if (last) undo(last.id, said(last));
  }
  useKeys({
    ...Object.fromEntries(
      commands.map(({ letter, label, kind }) => [letter, [label, () => choose(kind)] as const]),
    ),
    ...(may("call") &&
      Object.fromEntries(
        OUTCOME_KEYS.map(({ letter, label, value }) => [
          letter,
          [`Call: ${label.toLowerCase()}`, () => record(value, true)] as const,
        ]),
      )),
    ...(may("note") && { n: ["Write a note", () => write({ mode: "note" }, "note")] as const }),
    ...(may("say") && { s: ["Write to the referrer", startMessage] as const }),
    ...(may("finish") &&
      progress?.next && { x: ["Done", () => openDialog({ kind: "finish" })] as const }),
    ...((may("move") || may("assign")) && {
      c: [`${stageLabel("contacted")}, mine, and on to the next`, triage.triage] as const,
    }),
    ...(!isBeside && {
      j: ["Next referral", () => step(1)],
      k: ["Previous referral", () => step(-1)],
      b: ["Back to the list", () => void navigate(from?.back ?? "/referrals")],
    }),
    ...(may("assign") && !progress?.owner && { e: ["Assign to me", take] as const }),
    ...((triaged ?? last) && {
      u: [
        triaged ? `Undo what was done to ${triaged.name}` : "Undo what was done last",
        undoLast,
      ] as const,
    }),
  });

  if (!data)
    return detail.error ? <Failure of={detail} /> : <p className={styles.waiting}>Loading…</p>;
  const { referral, submitted, timeline } = data;
  const name = referral.referral.referredName;
  const digits = dialled(referral);
  const isWrong = isNumberWrong(timeline);
  const isQuiet = isWrong || !isOpen(referral);
  const edit = (field?: CorrectedField) => setEditing({ key, field });
  return (
    <div className={styles.pane}>
      <article>
        <title>{`${name} – Console`}</title>
        {!isBeside && (
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
        )}
        <h1>{name}</h1>
        <PhoneNumber
          of={referral}
          isWrong={isWrong}
          isQuiet={isQuiet}
          correct={may("correct") ? () => edit("referredPhone") : undefined}
        />
        <Standing
          referral={referral}
          colleagues={colleagues}
          take={may("assign") && !referral.progress.owner ? take : undefined}
        />
        <Failure of={detail} />
        <NextStep
          referral={referral}
          task={data.task}
          colleagues={colleagues}
          finish={may("finish") ? () => openDialog({ kind: "finish" }) : undefined}
          close={may("decline") ? () => choose("decline") : undefined}
        />
        <div className={styles.work} data-thumb={calling === key ? "open" : ""}>
          {may("call") && (
            <div className={styles.calls} data-open={calling === key || undefined}>
              <CallOutcomes pending={recording} saving={saving} record={record} />
            </div>
          )}
          <div className={styles.thumb}>
            {digits && (
              <a
                href={`tel:+${digits}`}
                data-quiet={isQuiet || undefined}
                onClick={() => setCalling(key)}
              >
                Call
              </a>
            )}
            {may("call") && (
              <SmallButton
                aria-expanded={calling === key}
                onClick={() => setCalling(calling === key ? undefined : key)}
              >
                Outcome
              </SmallButton>
            )}
            {may("move") && <SmallButton onClick={() => choose("move")}>Move</SmallButton>}
          </div>
        </div>
        <Commands key={key} commands={commands} choose={choose} />
        <div className={styles.columns}>
          <div>
            <Facts
              key={key}
              referral={referral}
              submitted={submitted}
              mayCorrect={may("correct")}
              editing={editing?.key === key ? editing.field : undefined}
              edit={edit}
              sayWho={
                may("say-who")
                  ? () => openDialog({ kind: "say-who", says: !referral.progress.saysWho })
                  : undefined
              }
            />
            <Consent
              key={`consent ${key}`}
              referral={referral}
              mayAsk={may("ask")}
              mayExport={mayDo(viewer, "privacy")}
              note={
                may("note-agreement") ? () => openDialog({ kind: "note-agreement" }) : undefined
              }
            />
          </div>
          <section aria-labelledby="history">
            <h2 id="history">History</h2>
            <Composer ref={composer} referral={referral} possible={data.possible} typed={typed} />
            <Timeline entries={timeline} colleagues={colleagues} undo={undo} />
          </section>
        </div>
        {dialog && <ReferralDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
      </article>
    </div>
  );
}

/** Whether the last call ended with a wrong number, which nobody has corrected since. */
function isNumberWrong(timeline: readonly TimelineEntry[]): boolean {
  const last = timeline.findLast(
    ({ kind, field, undone }) =>
      !undone && (kind === "called" || (kind === "corrected" && field === "referredPhone")),
  );
  return last?.outcome === "wrong-number";
}

/** "12 of 209", or "12 of 50 and more". */
function placeOf(at: number, { keys, total, next }: From): string {
  if (at < 0) return "";
  if (total !== undefined && total >= keys.length) return `${at + 1} of ${total}`;
  return `${at + 1} of ${keys.length}${next ? " and more" : ""}`;
}
