import type { Notify } from "@bindings";
import { useState } from "react";
import { Button } from "@/components/button/button";
import type { HostedActions } from "@/programme/programme";
import { useAction } from "../programme";
import { Section } from "../section";

/** Whether the user gets a text message when one of their referrals changes. */
export function TextMessageSetting({ actions }: { actions: HostedActions }) {
  const [notify, setNotify] = useState<Notify>();
  const [said, setSaid] = useState("Loading…");
  const [pending, run] = useAction();

  async function load() {
    const answer = await actions.notifications();
    if (answer.outcome === "accepted") show(answer.value.notify);
    else setSaid(answer.notice.description);
  }

  function show(chosen: Notify) {
    setNotify(chosen);
    setSaid(
      chosen === "sms"
        ? "We send a text message to your number when one of your referrals changes."
        : "We send you no text messages about your referrals.",
    );
  }

  return (
    <Section
      title="News of your referrals"
      explanation="You see here what has become of your referrals. We can send you a text message as well."
    >
      <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
        <summary>Choose whether we text you</summary>
        <p aria-live="polite">{said}</p>
        {notify !== undefined && (
          <Button
            variant="quiet"
            pending={pending}
            onClick={() =>
              run(
                () => actions.setNotifications(notify === "sms" ? "none" : "sms"),
                (saved) => show(saved.notify),
              )
            }
          >
            {notify === "sms" ? "Stop texting me" : "Text me when a referral changes"}
          </Button>
        )}
      </details>
    </Section>
  );
}
