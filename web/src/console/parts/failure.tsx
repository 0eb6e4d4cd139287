import { HOSTED_WORDS } from "@bindings/hosted-words";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { Trouble } from "@/console/server";
import styles from "@/console/console.module.css";

/** Says what is in the way of an answer; what was shown before stays beside it. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const notice = error instanceof Trouble ? error.notice : HOSTED_WORDS.unavailable.notice;
  if (!notice) throw error;
  return (
    <Notice notice={notice}>
      <Button className={styles.small} onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
