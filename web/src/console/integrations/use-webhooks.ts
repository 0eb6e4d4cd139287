import type { WebhookEvent, Webhooks } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { ask } from "@/console/server";

/** What a webhook can be told of. */
export const EVENTS: readonly { value: WebhookEvent; label: string }[] = [
  { value: "referral.submitted", label: "Referral submitted" },
  { value: "referral.changed", label: "Referral changed" },
  { value: "message.received", label: "Message received" },
];

/** In words; what a later version sends, by its name. */
export const eventLabel = (event: string) =>
  event === "webhook.test" ? "Test" : (EVENTS.find(({ value }) => value === event)?.label ?? event);

/** All webhooks, the oldest first. */
export function useWebhooks() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: async () => (await ask<Webhooks>("/webhooks")).webhooks,
  });
}
