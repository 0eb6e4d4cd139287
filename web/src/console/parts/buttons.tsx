import { type ComponentProps, useRef } from "react";
import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import type { Sent } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import styles from "@/console/console.module.css";

type ButtonProps = ComponentProps<typeof Button>;

/** The usual button of the console. */
export function SmallButton({ variant = "quiet", className, ...rest }: ButtonProps) {
  return <Button variant={variant} className={classNames(styles.small, className)} {...rest} />;
}

type RowProps = Pick<ButtonProps, "pending" | "onClick"> & {
  label: string;
  /** The row, for screen readers. */
  about?: string;
};

/** A button as quiet as the text around it, such as those of a table's row. */
export function RowButton({ label, about, ...rest }: RowProps) {
  return (
    <Button
      variant="plain"
      className={styles.way}
      aria-label={about && `${label} ${about}`}
      {...rest}
    >
      {label}
    </Button>
  );
}

/** Runs one action at a time, started by a button or a key, and shows the outcome. */
export function useAct() {
  const [pending, run] = usePending();
  // A key can be pressed again before the state is rendered.
  const busy = useRef(false);
  function act(what: () => Promise<Sent>) {
    if (busy.current) return;
    busy.current = true;
    void run(async () => {
      try {
        notify((await what()).notice);
      } finally {
        busy.current = false;
      }
    });
  }
  return [pending, act] as const;
}

type Acting<Props> = Omit<Props, "onClick" | "pending"> & { act: () => Promise<Sent> };

/** A button for an action. It is inactive until the answer is there. */
export function ActButton({ act, variant = "quiet", ...rest }: Acting<ButtonProps>) {
  const [pending, begin] = useAct();
  const Shown = variant === "quiet" ? SmallButton : Button;
  return <Shown variant={variant} {...rest} pending={pending} onClick={() => begin(act)} />;
}

/** The same among the actions of a table's row. */
export function RowActButton({ act, ...rest }: Acting<RowProps>) {
  const [pending, begin] = useAct();
  return <RowButton {...rest} pending={pending} onClick={() => begin(act)} />;
}
