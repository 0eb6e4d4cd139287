import { type ContactDraft, MESSAGE_SENT } from "@bindings";
import { IDEMPOTENCY_STORAGE_KEYS } from "@/programme/drafts";
import { Client, type Dependencies } from "@/api/client";
import { tooLong } from "@/api/requests";
import type { SendMessage } from "@/programme/programme";
import { IdempotencyKeys } from "./idempotency-keys";

/** Sends a contact message to this site's server. */
export const sendMessage = sender();

/** Sending the same message again after a failure sends it only once. */
export function sender(dependencies?: Dependencies): SendMessage {
  const client = new Client(dependencies);
  const keys = new IdempotencyKeys(IDEMPOTENCY_STORAGE_KEYS.message);

  return async (value: ContactDraft) => {
    const refused = tooLong(value);
    if (refused) return refused;
    const { key } = await keys.keyFor(value);
    const outcome = await client.write<null>("/messages", { value, key });
    if (outcome.outcome !== "failed") keys.clear();
    // In the language of the page: a server answers in English.
    return outcome.outcome === "accepted" ? { ...outcome, notice: MESSAGE_SENT } : outcome;
  };
}
