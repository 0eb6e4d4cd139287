import { type ComponentProps, useRef } from "react";
import { Button } from "@/components/button/button";
import type { Sent } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import styles from "@/console/console.module.css";

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

type Props = Omit<ComponentProps<typeof Button>, "onClick" | "pending" | "className"> & {
  act: () => Promise<Sent>;
};

/** A button for an action. It is inactive until the answer is there. */
export function ActButton({ act, variant = "quiet", ...rest }: Props) {
  const [pending, begin] = useAct();
  return (
    <Button
      variant={variant}
      className={variant === "quiet" ? styles.small : undefined}
      {...rest}
      pending={pending}
      onClick={() => begin(act)}
    />
  );
}

type RowActProps = { label: string; about: string; act: () => Promise<Sent> };

/** The same as a plain button among the actions of a table's row. */
export function RowActButton({ label, about, act }: RowActProps) {
  const [pending, begin] = useAct();
  return (
    <Button
      variant="plain"
      className={styles.way}
      aria-label={`${label} ${about}`}
      pending={pending}
      onClick={() => begin(act)}
    >
      {label}
    </Button>
  );
}
