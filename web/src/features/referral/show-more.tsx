import { useLayoutEffect, useRef } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/notify";
import { STEP } from "@/programme";
import { programme } from "./programme";
import styles from "./section.module.css";

type Props = { shown: number; all: number };

/** How much of a long list is shown, and the way to more of it. */
export function ShowMore({ shown, all }: Props) {
  const told = useRef<HTMLOutputElement>(null);
  const hidden = all - shown;

  // With the last step the button goes away; whoever stood on it is to stand where it was.
  const hiddenBefore = useRef(hidden);
  useLayoutEffect(() => {
    const last = hiddenBefore.current > 0 && hidden === 0;
    hiddenBefore.current = hidden;
    if (last && document.activeElement === document.body) {
      told.current?.focus({ preventScroll: true });
    }
  }, [hidden]);

  if (all <= STEP) return null;
  return (
    <div className={styles.ways}>
      <output ref={told} tabIndex={-1}>
        {shown.toLocaleString()} of {all.toLocaleString()} are shown.
      </output>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => void more()}>
          Show {Math.min(STEP, hidden)} more
        </Button>
      )}
    </div>
  );
}

async function more() {
  const failed = await programme.older();
  if (failed) notify(failed.notice);
}
