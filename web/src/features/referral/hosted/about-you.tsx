import type { HostedReferral } from "@bindings";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { HostedActions } from "@/programme/programme";
import { ReferralEntry } from "../referral-entry";
import { Section } from "../section";
import { useOwnProgress } from "./own-progress";
import styles from "../referral.module.css";

/** What others have said of whoever is logged in, who may end it. Nothing where there is none. */
export function AboutYou({ actions }: { actions: HostedActions }) {
  const [about, setAbout] = useState<readonly HostedReferral[]>([]);
  const load = useCallback(async () => {
    const answer = await actions.aboutMe();
    if (answer.outcome === "accepted") setAbout(answer.value);
  }, [actions]);
  useEffect(() => void load(), [load]);
  const following = useMemo<HostedActions>(
    () => ({
      ...actions,
      command: async (view, command) => {
        const outcome = await actions.command(view, command);
        await load();
        return outcome;
      },
    }),
    [actions, load],
  );
  const progress = useOwnProgress(following);

  if (about.length === 0) return null;
  return (
    <Section
      title="Referred by others"
      explanation="These people gave us your number. If you do not want to hear from us, withdraw the referral."
    >
      <ul className={styles.list}>
        {about.map((view) => (
          <ReferralEntry key={view.key} view={view} withReferrer details={progress(view)} />
        ))}
      </ul>
    </Section>
  );
}
