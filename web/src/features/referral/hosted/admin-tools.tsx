import type { Totals } from "@bindings";
import { useRef, useState } from "react";
import { AdminDashboard } from "../admin-dashboard";
import { Copies } from "../copies";
import type { HostedState, ListedReferral } from "@/programme/programme";
import { useLostFocus } from "../section";
import { ContactMessages } from "./contact-messages";
import { ErasePerson } from "./erase-person";
import { FindTools, isLooking } from "./find-tools";
import { useHistory } from "./history";
import { SecondFactor } from "./second-factor";

type Props = { referrals: readonly ListedReferral[]; totals: Totals; hosted: HostedState };

/** The admin's tools, shown after the second factor. */
export function AdminTools({ referrals, totals, hosted }: Props) {
  const { actions, confirmed, find, more } = hosted;
  const tools = useRef<HTMLDivElement>(null);
  const history = useHistory(actions);
  // Once shown they stay, even if the second factor expires, so that nothing typed is lost.
  const [seen, setSeen] = useState(confirmed);
  if (confirmed && !seen) setSeen(true);
  // The form of the second factor disappears after it was given.
  useLostFocus(confirmed, () => (confirmed ? tools.current : null));

  return (
    <>
      {!confirmed && <SecondFactor actions={actions} />}
      <section ref={tools} tabIndex={-1} aria-label="Admin tools">
        {seen && (
          <AdminDashboard
            referrals={referrals}
            totals={totals}
            editable={confirmed}
            more={more}
            details={history}
            tools={<FindTools find={find} found={referrals.length} more={more} actions={actions} />}
            looking={isLooking(find)}
          />
        )}
        {confirmed && (
          <>
            <Copies why={KEPT_HERE}>
              <ErasePerson actions={actions} />
            </Copies>
            <ContactMessages actions={actions} />
          </>
        )}
      </section>
    </>
  );
}

const KEPT_HERE =
  "Everything on this page is stored on this site\u2019s server, but a copy is still worth keeping. The JSON file holds everything and can be imported again, here or elsewhere. The CSV file is the list for a spreadsheet.";
