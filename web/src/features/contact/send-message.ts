import type { ContactDraft } from "@bindings";

/** The form is connected to no server: its values go to the console (specification, section 7). */
export function sendMessage(message: ContactDraft) {
  console.log("Contact form submitted:", message);
}
