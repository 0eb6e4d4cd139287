import type { Notice } from "@bindings";
import { type ComponentProps, useRef } from "react";
import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import type { FormOutcome } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import styles from "@/console/console.module.css";

type ButtonProps = ComponentProps<typeof Button>;

/** The usual button of the console. */
export function SmallButton({ variant = "quiet", className, ...rest }: ButtonProps) {
  return <Button variant={variant} className={classNames(styles.small, className)} {...rest} />;
}

type RowProps = Pick<ButtonProps, "pending" | "onClick" | "aria-keyshortcuts"> & {
  label: string;
  /** The row, for screen readers. */
  about?: string;
};

/** A button as quiet as the text around it, such as those of a table's row. */
export function RowButton({ label, about, ...rest }: RowProps) {
  return (
    <Button
      variant="plain"
      className={styles.rowButton}
      aria-label={about && `${label} ${about}`}
      {...rest}
    >
      {label}
    </Button>
  );
}

/**
 * Runs actions, started by a button or a key, and shows their outcomes. Of actions about the same
 * thing, one is refused until the last has ended, since that changes what it would be about.
 */
export function useAction() {
  const [pending, start] = usePending();
  // A key can be pressed again before the state is rendered.
  const busy = useRef(new Set<string>());
  function run(action: () => Promise<FormOutcome>, about = "") {
    if (busy.current.has(about)) {
      notify(STILL_SAVING);
      return;
    }
    busy.current.add(about);
    void start(async () => {
      try {
        notify((await action()).notice);
      } finally {
        busy.current.delete(about);
      }
    });
  }
  return [pending, run] as const;
}

const STILL_SAVING: Notice = {
  title: "One Moment",
  description: "The change before is still being saved. Press again when it is.",
  variant: "default",
};

type WithAction<Props> = Omit<Props, "onClick" | "pending"> & {
  action: () => Promise<FormOutcome>;
};

/** A button for an action. It is inactive until the answer is there. */
export function ActionButton({ action, variant = "quiet", ...rest }: WithAction<ButtonProps>) {
  const [pending, run] = useAction();
  const Variant = variant === "quiet" ? SmallButton : Button;
  return <Variant variant={variant} {...rest} pending={pending} onClick={() => run(action)} />;
}

/** The same among the actions of a table's row. */
export function RowActionButton({ action, ...rest }: WithAction<RowProps>) {
  const [pending, run] = useAction();
  return <RowButton {...rest} pending={pending} onClick={() => run(action)} />;
}
