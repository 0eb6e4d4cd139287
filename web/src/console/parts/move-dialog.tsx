import { STAGES } from "@bindings/staff";
import type { Stage } from "@bindings";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "@/components/dialog/dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { SmallButton, useAction } from "./buttons";
import { StageMark } from "./stage-mark";
import styles from "./move-dialog.module.css";

/** The stages that close it, which ask for more than a press. */
export type ClosedStage = "successful" | "declined" | "withdrawn";

type Props = {
  /** The subject: a name, or "3 referrals". */
  about: string;
  /** Where it stands; undefined for several. */
  current?: Stage | undefined;
  /** What is being decided, and what has changed since it was opened. */
  children?: ReactNode;
  move: (stage: Stage) => Promise<FormOutcome>;
  /** Goes on to close it; undefined if only open stages can be chosen. */
  close?: ((stage: ClosedStage) => void) | undefined;
  onClose: () => void;
};

/** The stages with their keys. One press moves there; Enter moves to the next one. */
export function MoveDialog({ about, current, children, move, close, onClose }: Props) {
  const [pending, run] = useAction();
  const list = useRef<HTMLOListElement>(null);
  const stages = STAGES.filter(({ open }) => open || close);
  const next = current && stages[stages.findIndex(({ value }) => value === current) + 1]?.value;

  function choose({ value, open }: (typeof STAGES)[number]) {
    if (value === current) return;
    if (!open) return close?.(value as ClosedStage);
    run(async () => {
      const moved = await move(value);
      if (moved.outcome === "accepted") onClose();
      return moved;
    });
  }

  useEffect(() => {
    list.current?.querySelector<HTMLElement>("[data-next]")?.focus();
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const stage = stages[Number(event.key) - 1];
      if (!stage || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // The digit would be typed into the first field of the dialog that comes next.
      event.preventDefault();
      if (!pending) choose(stage);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  return (
    <Dialog title={`Move: ${about}`} description="To which stage?" onClose={onClose}>
      {children}
      <ol ref={list} className={styles.stages}>
        {stages.map((stage, index) => (
          <li key={stage.value}>
            <SmallButton
              data-next={stage.value === next || undefined}
              pending={pending}
              disabled={stage.value === current}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => choose(stage)}
            >
              <StageMark stage={stage.value} />
              {stage.label}
              {!stage.open && "…"}
              <kbd aria-hidden="true">{index + 1}</kbd>
            </SmallButton>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
