import { type ReactNode, useId } from "react";
import styles from "./section.module.css";
import { ExportButton } from "./export-button";
import { ImportField } from "./import-field";

type Props = {
  /** Where the records are, and why to keep a copy. */
  why?: string;
  /** What else can be done with all of them. */
  children?: ReactNode;
};

/** For the admin: the records can be taken elsewhere. */
export function Copies({ why = IN_THIS_BROWSER, children }: Props) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Keep a copy</h2>
      <p className={styles.explanation}>{why}</p>
      <div className={styles.ways}>
        <ExportButton name="referral-programme" format="json">
          Export as JSON
        </ExportButton>
        <ExportButton name="referrals" format="csv">
          Export as CSV
        </ExportButton>
      </div>
      <ImportField />
      {children}
    </section>
  );
}

const IN_THIS_BROWSER =
  "Everything on this page is stored in this browser and nowhere else. It is gone when somebody clears the browser\u2019s site data, and some browsers clear it by themselves after weeks without a visit. The JSON file holds all of it and can be imported again, here or in another browser; the CSV file is the list for a spreadsheet.";
