import { useId, useState } from "react";
import { Button } from "@/components/button/button";
import styles from "./section.module.css";
import { EraseDialog } from "./erase-dialog";
import { ExportButton } from "./export-button";

type Props = {
  mobile: string;
  /** Where it is, and for how long. */
  kept?: string;
  /** Where erasing takes it from. */
  from?: string;
  /** What stays behind there all the same. */
  trace?: string;
};

/** For a member: what is stored under their number, to take away or to erase. */
export function OwnData({ mobile, kept = IN_THIS_BROWSER, from = "this browser", trace }: Props) {
  const heading = useId();
  const [erasing, setErasing] = useState(false);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Your data</h2>
      <p className={styles.explanation}>{kept} You can keep a copy, and you can erase them.</p>
      <div className={styles.ways}>
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
    </section>
  );
}

const IN_THIS_BROWSER =
  "Your account and your referrals are stored in this browser and nowhere else. They are gone when somebody clears the browser\u2019s site data, and some browsers clear it by themselves after weeks without a visit.";
