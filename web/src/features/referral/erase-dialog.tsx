import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import styles from "./section.module.css";
import { programme } from "./programme";

type Props = { mobile: string; from: string; trace?: string | undefined; onClose: () => void };

/** Asks once more. On success the page around it changes, and takes it away. */
export function EraseDialog({ mobile, from, trace, onClose }: Props) {
  const [pending, run] = usePending();

  function erase() {
    void run(async () => {
      const outcome = await programme.erase();
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onClose();
    });
  }

  return (
    <Dialog
      title="Erase Your Data"
      description={`Your account and every referral made under ${mobile} will be removed from ${from}, for the admin as well, with their points. This cannot be undone.`}
      onClose={onClose}
    >
      <div className={styles.stack}>
        {trace !== undefined && <p>{trace}</p>}
        <div className={styles.ways}>
          <Button pending={pending} onClick={erase}>
            Erase everything
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
