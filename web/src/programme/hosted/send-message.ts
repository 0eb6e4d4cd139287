import type { ContactDraft } from "@bindings";
import type { Receive } from "@/programme/programme";
import { Api, type Fetch, tooLong } from "./api";

/** Sends a contact message to this site's server. */
export const sendMessage = sender((path, init) => fetch(path, init));

/** Trying the same message again sends it once. */
export function sender(fetch: Fetch, pauses?: readonly number[]): Receive {
  const api = new Api(fetch, undefined, pauses);
  let last: { text: string; key: string } | undefined;

  return async (value: ContactDraft) => {
    const refused = tooLong(value);
    if (refused) return refused;
    const text = JSON.stringify(value);
    if (last?.text !== text) last = { text, key: crypto.randomUUID() };
    const outcome = await api.write<null>("/messages", { method: "POST", value, key: last.key });
    if (outcome.outcome !== "failed") last = undefined;
    return outcome;
  };
}
