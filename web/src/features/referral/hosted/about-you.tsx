import type { HostedReferral } from "@bindings";
import { useEffect, useMemo, useState } from "react";
import type { HostedActions } from "@/programme/programme";
import { ReferralRow, ReferralTable } from "../referral-table";
import { Section } from "../section";
import { useOwnProgress } from "./own-progress";

/**
 * Referrals of the user that others have made, which the user may withdraw. Hidden if there are
 * none.
 */
export function AboutYou({ actions }: { actions: HostedActions }) {
  const [about, setAbout] = useState<readonly HostedReferral[]>([]);
  useEffect(() => {
    async function load() {
      setAbout(await fetchAbout(actions));
    }
    void load();
  }, [actions]);
  const following = useMemo<HostedActions>(
    () => ({
      ...actions,
      command: async (view, command) => {
        const outcome = await actions.command(view, command);
        setAbout(await fetchAbout(actions));
        return outcome;
      },
    }),
    [actions],
  );
  const progress = useOwnProgress(following);

  if (about.length === 0) return null;
  return (
    <Section
      title="Referred by others"
      explanation="These people gave us your number. If you do not want to hear from us, withdraw the referral."
    >
      <ReferralTable label="Referred by others" columns={["referrer", "details"]}>
        {about.map((view) => (
          <ReferralRow key={view.key} view={view} withReferrer details={progress(view)} />
        ))}
      </ReferralTable>
    </Section>
  );
}

async function fetchAbout(actions: HostedActions): Promise<readonly HostedReferral[]> {
  const answer = await actions.aboutMe();
  return answer.outcome === "accepted" ? answer.value : [];
}
