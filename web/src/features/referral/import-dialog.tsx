import type { Import } from "@bindings";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import styles from "./section.module.css";
import { Figures } from "./figures";
import { programme } from "./programme";

type Props = {
  /** The file's name. */
  name: string;
  text: string;
  preview: Import;
  onClose: () => void;
};

/** Shows what an import would do, and does it. */
export function ImportDialog({ name, text, preview, onClose }: Props) {
  const [pending, run] = usePending();
  const nothing = preview.new + preview.changed === 0;

  function take() {
    void run(async () => {
      const outcome = await programme.import(text);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onClose();
    });
  }

  return (
    <Dialog
      title="Import Records"
      description={
        <>
          What is in <bdi>{name}</bdi>, all entries together. Nothing that is stored here is lost,
          and no later edit is undone.
        </>
      }
      onClose={onClose}
    >
      <div className={styles.stack}>
        <Figures
          figures={{
            New: preview.new,
            Changed: preview.changed,
            "Here already": preview.same,
            Refused: preview.refused,
            Unreadable: preview.unreadable,
            Ignored: preview.ignored,
          }}
        />
        {preview.refused > 0 && <p>Refused records were erased here by their owner.</p>}
        {preview.unreadable > 0 && (
          <p>Unreadable entries change nothing here. They stay in the file.</p>
        )}
        {preview.ignored > 0 && (
          <p>
            Ignored entries are no records: older copies, and notes of what was erased where the
            file was made. An import erases nothing here.
          </p>
        )}
        {nothing && <p>There is nothing new in this file.</p>}
        <div className={styles.ways}>
          {!nothing && (
            <Button pending={pending} onClick={take}>
              Import
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {nothing ? "Close" : "Cancel"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
