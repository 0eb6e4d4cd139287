import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { ExportButton } from "./copies";
import { Section } from "./section";
import { programme, useAction } from "./programme";
import styles from "./referral.module.css";

type Props = {
  mobile: string;
  /** Where the data is stored, and for how long. */
  kept?: string;
  /** The place that it is erased from. */
  from?: string;
  /** What remains there after the erasure. */
  trace?: string;
};

/** Lets members export or erase what is stored under their number. */
export function OwnData({ mobile, kept = IN_THIS_BROWSER, from = "this browser", trace }: Props) {
  const [erasing, setErasing] = useState(false);
  return (
    <Section title="Your data" explanation={<>{kept} You can export a copy or erase everything.</>}>
      <div className={styles.actions}>
        <ExportButton name="my-referrals" format="json">
          Export my data
        </ExportButton>
        <Button variant="quiet" onClick={() => setErasing(true)}>
          Erase my data
        </Button>
      </div>
      {erasing && (
        <EraseDialog mobile={mobile} from={from} trace={trace} onClose={() => setErasing(false)} />
      )}
    </Section>
  );
}

const IN_THIS_BROWSER =
  "Your account and your referrals are stored in this browser and nowhere else. They are lost if someone clears the browser\u2019s site data, and some browsers do so automatically after a few weeks without a visit.";

type EraseDialogProps = {
  mobile: string;
  from: string;
  trace?: string | undefined;
  onClose: () => void;
};

/** Asks for confirmation before erasing. */
function EraseDialog({ mobile, from, trace, onClose }: EraseDialogProps) {
  const [pending, run] = useAction();

  return (
    <Dialog
      title="Erase Your Data"
      description={`Your account and every referral made under ${mobile}, with their points, will be removed from ${from}, for the admin too. This cannot be undone.`}
      onClose={onClose}
    >
      <div className={styles.stack}>
        {trace !== undefined && <p>{trace}</p>}
        <div className={styles.actions}>
          <Button pending={pending} onClick={() => run(() => programme.erase(), onClose)}>
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
