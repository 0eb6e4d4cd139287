import { useId, type ReactNode } from "react";
import { DateTime } from "@/console/parts/formats";
import shared from "@/console/console.module.css";
import styles from "./rewards.module.css";

/** The steps of a request or a batch, the newest first. */
export function History<Step extends { at: number }>({
  steps,
  children,
}: {
  steps: readonly Step[];
  children: (step: Step) => ReactNode;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>History</h2>
      <ol className={styles.steps}>
        {steps.toReversed().map((step, index) => (
          <li key={steps.length - index}>
            <p className={shared.hint}>
              <DateTime at={step.at} />
            </p>
            <div>{children(step)}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
