import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { noticeOf } from "@/console/server";
import styles from "@/console/console.module.css";

/** Says what is in the way of an answer; what was shown before stays beside it. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice notice={noticeOf(error)}>
      <Button className={styles.small} onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
