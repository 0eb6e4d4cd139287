import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import type { Unreadable } from "@/programme";
import { download } from "./download";

/** Says what is stored and in no list, because it cannot be read; the admin can take it away. */
export function UnreadableNotice({ notice, copy }: Unreadable) {
  return (
    <Notice notice={notice}>
      {copy && (
        <Button variant="quiet" onClick={() => download("unreadable-entries", "json", copy())}>
          Export what could not be read
        </Button>
      )}
    </Notice>
  );
}
