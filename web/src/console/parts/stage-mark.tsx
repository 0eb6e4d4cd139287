import { STAGES } from "@bindings/staff";
import type { ProgressView, Stage } from "@bindings";
import { stageLabel } from "./formats";
import styles from "./stage-mark.module.css";

/** The open stages, each of which is a step. */
const STEPS: readonly Stage[] = STAGES.filter(({ open }) => open).map(({ value }) => value);

type Props = {
  stage: Stage;
  /** The open stage that it was closed in. */
  open?: Stage;
};

/** How far a stage is, in steps. It needs the stage's name beside it. */
export function StageMark({ stage, open = stage }: Props) {
  const isClosed = STAGES.some((one) => one.value === stage && !one.open);
  const reached = stage === "successful" ? STEPS.length : STEPS.indexOf(open) + 1;
  return (
    <span aria-hidden="true" className={styles.mark} data-end={isClosed ? stage : undefined}>
      {STEPS.map((step, index) => (
        <i key={step} data-reached={index < reached || undefined} />
      ))}
    </span>
  );
}

/** The stage of a referral: its steps and its name. */
export function StageName({ of: { stage, open } }: { of: Pick<ProgressView, "stage" | "open"> }) {
  return (
    <span className={styles.stage}>
      <StageMark stage={stage} open={open} />
      <span>{stageLabel(stage)}</span>
    </span>
  );
}
