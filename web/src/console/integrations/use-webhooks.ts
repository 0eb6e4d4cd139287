import type { WebhookEvent, Webhooks } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/console/server";

/** The events that a webhook can subscribe to. */
export const EVENTS: readonly { value: WebhookEvent; label: string }[] = [
  { value: "referral.submitted", label: "Referral submitted" },
  { value: "referral.changed", label: "Referral changed" },
  { value: "message.received", label: "Message received" },
  { value: "reward.earned", label: "Points earned" },
  { value: "redemption.requested", label: "Exchange of points requested" },
  { value: "redemption.paid", label: "Exchange of points paid" },
  { value: "redemption.failed", label: "Exchange of points failed" },
];

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
