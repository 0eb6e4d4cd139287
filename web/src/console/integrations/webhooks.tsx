import type { DeliveryView, WebhookEvent, WebhookSecret, WebhookView } from "@bindings";
import { useState } from "react";
import { Link } from "react-router-dom";
import { TextField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { RowActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { Checks, chosenIn } from "@/components/fields/checks";
import { DataTable } from "@/console/parts/data-table";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { Listing } from "@/console/parts/listing";
import { SecretDialog } from "@/console/parts/secret";
import { formatDateTime, makerName } from "@/console/parts/formats";
import { sendWrite, remove } from "@/console/server";
import shared from "@/console/console.module.css";
import { EVENTS, eventLabel, useWebhooks } from "./use-webhooks";

type OpenDialog = { kind: "add" } | { kind: "rotate" | "remove" | "edit"; webhook: WebhookView };

const pathOf = ({ id }: WebhookView) => `/webhooks/${encodeURIComponent(id)}`;

/** The webhooks. */
export function Webhooks() {
  const list = useWebhooks();
  const rows = list.data ?? [];
  const [dialog, setDialog] = useState<OpenDialog>();
  const [made, setMade] = useState<WebhookSecret>();
  const close = () => setDialog(undefined);
  return (
    <section aria-label="Webhooks">
      <div className={shared.head}>
        <p className={shared.lead}>
          A webhook is an address that we notify as soon as something happens. Messages are signed
          (Standard Webhooks) and have no names or numbers in them: the receiver asks for those.
        </p>
        <SmallButton variant="primary" onClick={() => setDialog({ kind: "add" })}>
          Add a webhook…
        </SmallButton>
      </div>
      <Listing
        list={list}
        count={rows.length}
        empty="No webhooks yet. Add one, and its address is notified as soon as something happens."
      >
        <DataTable
          caption="Webhooks"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { label: "Address", cell: ({ url }) => url },
            { label: "Events", cell: ({ events }) => eventNames(events) },
            {
              label: "State",
              cell: ({ enabled, rotatingUntil }) => (
                <>
                  <Tag tone={enabled ? "green" : "red"}>{enabled ? "On" : "Off"}</Tag>
                  {rotatingUntil && (
                    <p className={shared.hint}>
                      The previous secret works until {formatDateTime(rotatingUntil)}
                    </p>
                  )}
                </>
              ),
            },
            { label: "Runs for", cell: ({ madeBy }) => makerName(madeBy) },
            { label: "Added", cell: ({ madeAt }) => formatDateTime(madeAt) },
            { label: "", cell: (webhook) => <RowActions webhook={webhook} onOpen={setDialog} /> },
          ]}
        />
      </Listing>
      {dialog?.kind === "add" && <Add onMade={setMade} onClose={close} />}
      {dialog?.kind === "edit" && <Edit webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === "rotate" && (
        <FormDialog
          title="Create a new secret"
          explanation="For one day, messages are signed with both secrets, so that the receiver can switch without missing any."
          button="Create new secret"
          initial={{}}
          deliver={async () => {
            const sent = await sendWrite<WebhookSecret>(`${pathOf(dialog.webhook)}/rotate`, {});
            if (sent.outcome === "accepted") setMade(sent.value);
            return sent;
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === "remove" && (
        <FormDialog
          title="Remove this webhook"
          explanation={`${dialog.webhook.url} will receive nothing more. Its deliveries are removed, including those still waiting.`}
          button="Remove"
          initial={{}}
          deliver={() =>
            remove(pathOf(dialog.webhook), "Webhook Removed", "It will receive nothing more.")
          }
          onClose={close}
        />
      )}
      {made && (
        <SecretDialog
          title="The secret of this webhook"
          label="Signing secret"
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
    </section>
  );
}

const eventNames = (events: readonly WebhookEvent[]) =>
  events.length === 0 ? "Everything" : events.map(eventLabel).join(", ");

function RowActions({
  webhook,
  onOpen,
}: {
  webhook: WebhookView;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const { url, enabled } = webhook;

  const path = pathOf(webhook);
  const change = (value: { enabled: boolean }) =>
    sendWrite<WebhookView>(path, { method: "PATCH", value });
  const openButton = (label: string, kind: "edit" | "rotate" | "remove") => (
    <RowButton label={label} about={url} onClick={() => onOpen({ kind, webhook })} />
  );
  return (
    <div className={shared.actions}>
      <RowActionButton
        label="Test"
        about={url}
        action={() => sendWrite<DeliveryView>(`${path}/test`, {})}
      />
      {openButton("Change…", "edit")}
      {openButton("New secret…", "rotate")}
      <RowActionButton
        label={enabled ? "Switch off" : "Switch on"}
        about={url}
        action={() => change({ enabled: !enabled })}
      />
      {openButton("Remove…", "remove")}
      <Link
        to={`?tab=deliveries&webhook=${encodeURIComponent(webhook.id)}`}
        className={shared.rowButton}
      >
        Deliveries
      </Link>
    </div>
  );
}

function Add({ onMade, onClose }: { onMade: (made: WebhookSecret) => void; onClose: () => void }) {
  return (
    <WebhookForm
      title="Add a webhook"
      button="Add"
      initial={{ url: "https://", events: "" }}
      deliver={async (value) => {
        const sent = await sendWrite<WebhookSecret>("/webhooks", { value });
        if (sent.outcome === "accepted") onMade(sent.value);
        return sent;
      }}
      onClose={onClose}
    />
  );
}

function Edit({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  return (
    <WebhookForm
      title="Change this webhook"
      button="Save"
      initial={{ url: webhook.url, events: webhook.events.join("\n") }}
      deliver={(value) => sendWrite<WebhookView>(pathOf(webhook), { method: "PATCH", value })}
      onClose={onClose}
    />
  );
}

type FormProps = {
  title: string;
  button: string;
  initial: { url: string; events: string };
  deliver: (value: { url: string; events: WebhookEvent[] }) => ReturnType<typeof sendWrite>;
  onClose: () => void;
};

function WebhookForm({ deliver, ...dialog }: FormProps) {
  return (
    <FormDialog
      {...dialog}
      explanation="The server checks whether it may send to this address."
      deliver={async ({ url, events }) => {
        const sent = await deliver({ url, events: chosenIn(events) as WebhookEvent[] });
        const isAddress = sent.outcome === "refused" && sent.codes.includes("webhook-address");
        return isAddress ? refused("url", sent.notice.description) : sent;
      }}
    >
      {(field) => (
        <>
          <TextField label="Address" type="url" autoComplete="off" {...field("url")} />
          <Checks
            legend="Events (choose none for all of them)"
            options={EVENTS}
            {...field("events")}
          />
        </>
      )}
    </FormDialog>
  );
}
