import type { Totals } from "@bindings";
import { useRef, useState } from "react";
import { AdminDashboard } from "../admin-dashboard";
import { Copies } from "../copies";
import type { HostedState, ListedReferral } from "@/programme/programme";
import { paths } from "@/paths";
import { useLostFocus } from "../section";
import { SecondFactor } from "./second-factor";
import styles from "../referral.module.css";

type Props = { referrals: readonly ListedReferral[]; totals: Totals; hosted: HostedState };

/**
 * The specification's dashboard and the copies, shown after the second factor. Everything else that
 * staff do is in the console.
 */
export function AdminTools({ referrals, totals, hosted }: Props) {
  const { actions, confirmed, more } = hosted;
  const tools = useRef<HTMLDivElement>(null);
  // Once shown they stay, even if the second factor expires, so that nothing typed is lost.
  const [seen, setSeen] = useState(confirmed);
  if (confirmed && !seen) setSeen(true);
  // The form of the second factor disappears after it was given.
  useLostFocus(confirmed, () => (confirmed ? tools.current : null));

  return (
    <>
      {!confirmed && <SecondFactor actions={actions} />}
      <section ref={tools} tabIndex={-1} aria-label="Admin tools">
        <p className={styles.console}>
          In the <a href={paths.console}>console</a> you can search, see the history of a referral,
          answer contact messages and erase a person&rsquo;s data.
        </p>
        {seen && (
          <AdminDashboard referrals={referrals} totals={totals} editable={confirmed} more={more} />
        )}
        {confirmed && <Copies why={KEPT_HERE} />}
      </section>
    </>
  );
}

const KEPT_HERE =
  "Everything on this page is stored on this site\u2019s server, but a copy is still worth keeping. The JSON file holds everything and can be imported again, here or elsewhere. The CSV file is the list for a spreadsheet.";
