import { useLayoutEffect, useRef } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import { STEP } from "@/programme";
import { programme } from "./programme";
import styles from "./section.module.css";

type Props = {
  shown: number;
  /** How many there are; absent while only some of them are looked for. */
  all?: number | undefined;
  /** Whether there are more, where whoever keeps them says so. */
  more?: boolean | undefined;
};

/** How much of a long list is shown, and the way to more of it. */
export function ShowMore({ shown, all, more = (all ?? 0) > shown }: Props) {
  const told = useRef<HTMLOutputElement>(null);
  // At least one, where nobody knows how many.
  const hidden = more ? Math.max(1, (all ?? 0) - shown) : 0;

  // With the last step the button goes away; whoever stood on it is to stand where it was.
  const hiddenBefore = useRef(hidden);
  useLayoutEffect(() => {
    const last = hiddenBefore.current > 0 && hidden === 0;
    hiddenBefore.current = hidden;
    if (last && document.activeElement === document.body) {
      told.current?.focus({ preventScroll: true });
    }
  }, [hidden]);

  if (!more && shown <= STEP) return null;
  const known = all !== undefined;
  return (
    <div className={styles.ways}>
      <output ref={told} tabIndex={-1}>
        {shown.toLocaleString()} {known && `of ${all.toLocaleString()} `}are shown.
      </output>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => void showOlder()}>
          Show {known && Math.min(STEP, hidden)} more
        </Button>
      )}
    </div>
  );
}

async function showOlder() {
  const failed = await programme.older();
  if (failed) notify(failed.notice);
}
