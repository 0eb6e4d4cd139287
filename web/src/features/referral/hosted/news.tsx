import type { Notify } from "@bindings";
import { useEffect, useState } from "react";
import { Button } from "@/components/button/button";
import type { HostedActions } from "@/programme/programme";
import { useAction } from "../programme";
import { Section } from "../section";

/** Whether whoever is logged in gets a text message when a referral of theirs changes. */
export function News({ actions }: { actions: HostedActions }) {
  const [notify, setNotify] = useState<Notify>();
  const [pending, act] = useAction();
  useEffect(() => {
    async function load() {
      const answer = await actions.notifications();
      if (answer.outcome === "accepted") setNotify(answer.value.notify);
    }
    void load();
  }, [actions]);

  // Without an answer there is nothing to choose: the referrals above say what has become of them.
  if (notify === undefined) return null;
  const isTexted = notify === "sms";
  return (
    <Section
      title="News of your referrals"
      explanation={
        isTexted
          ? "We send a text message to your number when one of your referrals changes."
          : "You see here what has become of your referrals. We can send you a text message as well."
      }
    >
      <Button
        variant="quiet"
        pending={pending}
        onClick={() =>
          act(
            () => actions.setNotifications(isTexted ? "none" : "sms"),
            (saved) => setNotify(saved.notify),
          )
        }
      >
        {isTexted ? "Stop texting me" : "Text me when a referral changes"}
      </Button>
    </Section>
  );
}
