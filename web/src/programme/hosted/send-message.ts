import type { ContactDraft } from "@bindings";
import { IDEMPOTENCY_STORAGE_KEYS } from "@/programme/drafts";
import type { SendMessage } from "@/programme/programme";
import { Api, type Fetch, IdempotencyKeys, tooLong } from "./api";

/** Sends a contact message to this site's server. */
export const sendMessage = sender((path, init) => fetch(path, init));

/** Sending the same message again after a failure sends it only once. */
export function sender(fetch: Fetch, pauses?: readonly number[]): SendMessage {
  const api = new Api(fetch, undefined, pauses);
  const keys = new IdempotencyKeys(IDEMPOTENCY_STORAGE_KEYS.message);

  return async (value: ContactDraft) => {
    const refused = tooLong(value);
    if (refused) return refused;
    const { key } = await keys.keyFor(value);
    const outcome = await api.sendWrite<null>("/messages", {
      method: "POST",
      value,
      key,
    });
    if (outcome.outcome !== "failed") keys.clear();
    return outcome;
  };
}
