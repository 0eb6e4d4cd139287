import type { NotificationSettings } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import type { HostedState } from "@/programme/programme";
import { useAction } from "../programme";
import { Section } from "../section";

/** Whether the user gets a text message when one of their referrals changes. */
export function TextMessageSetting({ client, actions }: Pick<HostedState, "client" | "actions">) {
  const [open, setOpen] = useState(false);
  const [pending, run] = useAction();
  const { data, error } = useQuery(
    {
      queryKey: ["notifications"],
      queryFn: () => client.fetchJson<NotificationSettings>("/me/notifications"),
      enabled: open,
    },
    client.queries,
  );
  const said = error ? noticeOf(error).description : data ? SAID[data.notify] : "Loading…";

  return (
    <Section
      title="Text updates"
      explanation="You see here what has become of your referrals. We can send you a text message as well."
    >
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Choose whether we text you</summary>
        <p aria-live="polite">{said}</p>
        {data && (
          <Button
            variant="quiet"
            pending={pending}
            onClick={() =>
              run(
                () => actions.setNotifications(data.notify === "sms" ? "none" : "sms"),
                () => undefined,
              )
            }
          >
            {data.notify === "sms" ? "Stop texting me" : "Text me when a referral changes"}
          </Button>
        )}
      </details>
    </Section>
  );
}

const SAID = {
  sms: "We send a text message to your number when one of your referrals changes, or when we write to you about one.",
  none: "We send you no text messages about your referrals.",
};
