import type {
  Deliveries as DeliveriesPage,
  DeliveryFailure,
  DeliveryView,
  WebhookView,
} from "@bindings";
import { useSearchParams } from "react-router-dom";
import { SelectField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { RowActionButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { Failure, Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import { formatDateTime } from "@/console/parts/formats";
import { sendWrite } from "@/console/server";
import shared from "@/console/console.module.css";
import { eventLabel, useWebhooks } from "./use-webhooks";

const STATES = {
  waiting: { label: "Waiting", tone: "yellow" },
  delivered: { label: "Delivered", tone: "green" },
  failed: { label: "Failed", tone: "red" },
} as const;

const FAILURES: Record<DeliveryFailure, string> = {
  unreachable: "It could not be reached.",
  "timed-out": "It did not answer in time.",
  deferred: "It asked us to try again later.",
  refused: "It refused the message.",
  unwritable: "It could not be written.",
  "private-address": "Its address is not on the public internet.",
  restored: "The site was restored from a backup.",
};

/** The deliveries of the webhook in the address. */
export function Deliveries() {
  const [params, setParams] = useSearchParams();
  const webhooks = useWebhooks();
  const { data } = webhooks;
  if (!data) return <Failure of={webhooks} />;
  const chosen = data.find(({ id }) => id === params.get("webhook")) ?? data[0];
  if (!chosen) {
    return <p className={shared.empty}>{NO_WEBHOOK}</p>;
  }
  return (
    <section aria-label="Deliveries">
      <search className={shared.filters}>
        <SelectField
          label="Webhook"
          options={data.map(({ id, url }) => ({ value: id, label: url }))}
          value={chosen.id}
          onChange={({ target }) =>
            setParams({ tab: "deliveries", webhook: target.value }, { replace: true })
          }
        />
      </search>
      <List key={chosen.id} webhook={chosen} />
    </section>
  );
}

const NO_WEBHOOK = "Nothing is sent, because there is no webhook yet. Add one under Webhooks.";

function List({ webhook }: { webhook: WebhookView }) {
  const list = usePages<DeliveriesPage>(`/webhooks/${encodeURIComponent(webhook.id)}/deliveries`);
  const rows = list.pages.flatMap(({ deliveries }) => deliveries);
  return (
    <Listing
      list={list}
      count={rows.length}
      empty={
        webhook.enabled
          ? "Nothing was sent to this webhook in the last 90 days. To try it, press Test in the list of webhooks."
          : "Nothing was sent to this webhook in the last 90 days. It is off: switch it on in the list of webhooks."
      }
      more="Show older deliveries"
    >
      <DataTable
        caption="Deliveries, newest first"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { label: "Event", cell: ({ event }) => eventLabel(event) },
          { label: "Happened", cell: ({ at }) => formatDateTime(at) },
          {
            label: "State",
            cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
          },
          { label: "Attempts", isFigure: true, cell: ({ attempts }) => attempts },
          {
            label: "Last answer",
            cell: ({ status, failure, state }) =>
              [status, state !== "delivered" && failure && FAILURES[failure]]
                .filter(Boolean)
                .join(": ") || "–",
          },
          {
            label: "Next attempt",
            cell: ({ nextTry }) => (nextTry ? formatDateTime(nextTry) : "–"),
          },
          { label: "Name", cell: ({ id }) => <code>{id}</code> },
          { label: "", cell: (delivery) => <Replay delivery={delivery} /> },
        ]}
      />
    </Listing>
  );
}

function Replay({ delivery: { id, event, state } }: { delivery: DeliveryView }) {
  if (state === "waiting") return null;
  const path = `/deliveries/${encodeURIComponent(id)}/replay`;
  return (
    <RowActionButton
      label="Send again"
      about={`${eventLabel(event)}, ${id}`}
      action={() => sendWrite<DeliveryView>(path, {})}
    />
  );
}
