import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { noticeOf } from "@/console/server";
import styles from "@/console/console.module.css";

/** Shows why a request failed, beside the data that was shown before. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice notice={noticeOf(error)}>
      <Button className={styles.small} onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
