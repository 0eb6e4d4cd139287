import type { WebhookEvent, Webhooks } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/console/server";

const LABELS: Readonly<Record<WebhookEvent, string>> = {
  "referral.submitted": "Referral submitted",
  "referral.changed": "Referral changed",
  "message.received": "Message received",
  "reward.earned": "Points earned",
  "redemption.requested": "Exchange of points requested",
  "redemption.paid": "Exchange of points paid",
  "redemption.failed": "Exchange of points failed",
};

/** The events that a webhook can subscribe to. */
export const EVENTS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

/** The label of an event; its name if it is from a later version. */
export const eventLabel = (event: string) =>
  event === "webhook.test" ? "Test" : (EVENTS.find(({ value }) => value === event)?.label ?? event);

/** All webhooks, oldest first. */
export function useWebhooks() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: async () => (await fetchJson<Webhooks>("/webhooks")).webhooks,
  });
}
