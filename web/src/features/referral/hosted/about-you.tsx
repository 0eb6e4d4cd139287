import type { Page } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import * as words from "@/content/generated/words/hosted";
import type { HostedState } from "@/programme/programme";
import { ReferralRow, ReferralTable } from "../referral-table";
import { Section } from "../section";
import { useOwnProgress } from "./own-progress";

/**
 * Referrals of the user that others have made, which the user may withdraw. Hidden if there are
 * none.
 */
export function AboutYou({ hosted }: { hosted: HostedState }) {
  const { client } = hosted;
  const { data } = useQuery(
    { queryKey: ["about"], queryFn: () => client.fetchJson<Page>("/referrals?about=true") },
    client.queries,
  );
  const progress = useOwnProgress(hosted, "referred");

  if (!data || data.referrals.length === 0) return null;
  return (
    <Section title={words.aboutYou} explanation={words.aboutYouLead}>
      <ReferralTable label={words.aboutYou} columns={["referrer", "details"]}>
        {data.referrals.map((view) => (
          <ReferralRow key={view.key} view={view} withReferrer details={progress(view)} />
        ))}
      </ReferralTable>
    </Section>
  );
}
