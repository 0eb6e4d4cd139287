import type { ContactDraft } from "@bindings";
import type { Outcome } from "./programme";
import { siteMode } from "./site-mode";

/** Hands a contact message over. */
export type Receive = (message: ContactDraft) => Promise<Outcome<null>>;

/**
 * Who takes contact messages on this site; `undefined` where nobody does. Rejects if the site
 * cannot say.
 */
export async function messageReceiver(): Promise<Receive | undefined> {
  if ((await siteMode()) !== "hosted") return undefined;
  const { sendMessage } = await import("./hosted/send-message");
  return sendMessage;
}
