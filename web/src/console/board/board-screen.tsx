import { STAGES } from "@bindings/staff";
import type { HostedReferral, Stage, StageCounts } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { notify } from "@/components/toast/toasts";
import { SmallButton } from "@/console/parts/buttons";
import { closingIn, type OpenDialog, ReferralDialog } from "@/console/parts/command-dialog";
import { Failure } from "@/console/parts/listing";
import { Filters, useNobodysTeam } from "@/console/parts/filters";
import { useFilters } from "@/console/parts/use-filters";
import { type From, focusSoon, nextOf, useReturn } from "@/console/parts/place";
import { SavedViews } from "@/console/parts/saved-views";
import type { ClosedStage } from "@/console/parts/move-dialog";
import { useReferrals } from "@/console/parts/use-pages";
import { StageName } from "@/console/parts/stage-mark";
import { durationSince } from "@/console/parts/formats";
import { isOpen } from "@/console/programme";
import { fetchJson, sendCommand, may, referralPath, type ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./board.module.css";

/** A column for each stage. A card can be dragged to another column, or moved with its button. */
export default function BoardScreen({ viewer }: ScreenProps) {
  const filters = useFilters();
  const query = filters.query();
  const counts = useQuery({
    queryKey: ["counts", query],
    queryFn: () => fetchJson<StageCounts>("/referrals/counts", { method: "POST", value: query }),
    placeholderData: keepPreviousData,
  });
  const [dialog, setDialog] = useState<OpenDialog>();
  const [dragged, setDragged] = useState<HostedReferral>();
  const mayHandle = may(viewer, "handle");
  const nobodys = useNobodysTeam();

  /** A drop on an open stage moves the referral; on a closed stage it opens a dialog first. */
  function drop(stage: Stage) {
    if (!dragged || dragged.progress.stage === stage) return;
    const referral = dragged;
    setDragged(undefined);
    if (isClosed(stage)) setDialog({ referral, choice: closingIn(stage, viewer) });
    // A closed referral is reopened in its last open stage, which needs a reason.
    else if (!isOpen(referral)) setDialog({ referral, choice: { kind: "reopen" } });
    else void sendCommand(referral, { kind: "move", stage }).then(({ notice }) => notify(notice));
  }

  return (
    <>
      <title>Board – Console</title>
      <h1>Board</h1>
      <SavedViews />
      <Filters without={may(viewer, "award") ? ["stage"] : ["stage", "flag"]} />
      {nobodys && <p className={shared.hint}>{nobodys}</p>}
      <Failure of={counts} />
      <div className={styles.board}>
        {STAGES.map(({ value, label, open }) => (
          <Column
            key={value}
            stage={value}
            label={label}
            count={counts.data?.stages[value] ?? 0}
            initiallyOpen={open}
            query={query}
            drop={mayHandle ? drop : undefined}
            drag={mayHandle ? setDragged : undefined}
            move={
              mayHandle
                ? (referral) => setDialog({ referral, choice: { kind: "move" } })
                : undefined
            }
          />
        ))}
      </div>
      {dialog && <ReferralDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

type ColumnProps = {
  stage: Stage;
  label: string;
  count: number;
  initiallyOpen: boolean;
  query: Readonly<Record<string, string | number>>;
  drop: ((stage: Stage) => void) | undefined;
  drag: ((referral: HostedReferral | undefined) => void) | undefined;
  move: ((referral: HostedReferral) => void) | undefined;
};

function Column({ stage, label, count, initiallyOpen, query, drop, drag, move }: ColumnProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const [over, setOver] = useState(false);
  const target = drop && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      drop(stage);
    },
  };
  return (
    <section
      aria-label={label}
      className={styles.column}
      data-over={over || undefined}
      data-folded={!open || undefined}
      {...target}
    >
      <h2>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <StageName of={{ stage, open: stage }} />
          <span>{count}</span>
        </button>
      </h2>
      {open && <Cards stage={stage} query={query} drag={drag} move={move} />}
    </section>
  );
}

function Cards({
  stage,
  query,
  drag,
  move,
}: Pick<ColumnProps, "stage" | "query" | "drag" | "move">) {
  const inColumn = { ...query, stage, limit: 20 };
  const list = useReferrals(inColumn);
  const isFiltered = useFilters().hasAny;
  const cards = useRef<HTMLUListElement>(null);
  const state: From = {
    keys: list.referrals.map(({ key }) => key),
    back: `/board${location.search}${location.hash}`,
    column: stage,
    next: nextOf({ path: "/referrals/search", body: inColumn }, list.pages),
  };
  useReturn(state, list, (index) =>
    focusSoon(() => cards.current?.children[index]?.querySelector("a")),
  );
  return (
    <>
      <Failure of={list} />
      <ul ref={cards}>
        {list.referrals.map((referral) => (
          <li
            key={referral.key}
            className={styles.card}
            draggable={drag !== undefined}
            onDragStart={() => drag?.(referral)}
            onDragEnd={() => drag?.(undefined)}
          >
            <Link to={referralPath(referral)} state={state} draggable={false}>
              {referral.referral.referredName}
            </Link>
            <p>{referral.serviceLabel}</p>
            <p className={shared.hint}>{durationSince(referral.progress.since)}</p>
            {move && isOpen(referral) && (
              <SmallButton
                className={shared.onHover}
                aria-label={`Move ${referral.referral.referredName} to…`}
                onClick={() => move(referral)}
              >
                Move to…
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {list.data && list.referrals.length === 0 && (
        <p className={shared.hint}>No referral is here{isFiltered ? " that matches" : ""}.</p>
      )}
      {list.hasNextPage && (
        <SmallButton onClick={() => void list.fetchNextPage()}>Show more</SmallButton>
      )}
    </>
  );
}

const isClosed = (stage: Stage): stage is ClosedStage =>
  STAGES.some(({ value, open }) => value === stage && !open);
