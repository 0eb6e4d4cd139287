import type { NotificationSettings } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import * as words from "@/content/generated/words/hosted";
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
  const said = error ? noticeOf(error).description : data ? SAID[data.notify] : words.loading;

  return (
    <Section title={words.texts} explanation={words.textsLead}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.textsChoose}</summary>
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
            {data.notify === "sms" ? words.textsStop : words.textsStart}
          </Button>
        )}
      </details>
    </Section>
  );
}

const SAID = {
  sms: words.textsOn,
  none: words.textsOff,
};
