import type { ContactDraft, RejectionCode } from "@bindings";
import { loadRules } from "./load";

/** Every rule that a contact message breaks, in the order of the form. */
export async function checkContact(draft: ContactDraft): Promise<RejectionCode[]> {
  const rules = await loadRules();
  return rules.checkContact(draft.name, draft.email, draft.subject, draft.message);
}
