/** The contact messages of the fake server. */
import type { ContactDraft, MessageAction, MessageState, MessageView } from "@bindings";
import { accepted, json, problem } from "./answers";

export class FakeMessages {
  readonly messages: ContactDraft[] = [];
  /** The states of messages by key; other messages are `received`. */
  readonly states = new Map<string, MessageState>();

  /** Pages of two messages. */
  page(after: string | null): Response {
    const from = Number(after ?? 0);
    const all = this.messages.map((message, at) => this.view(message, at));
    const messages = all.toReversed().slice(from, from + 2);
    return json({ messages, next: from + 2 < all.length ? String(from + 2) : null });
  }

  change(key: string, action: MessageAction): Response {
    this.states.set(key, action === "send-again" ? "waiting" : "handled");
    const at = Number(key.slice(1));
    const message = this.messages[at];
    return message ? accepted(this.view(message, at)) : problem(404, ["message-gone"]);
  }

  private view(message: ContactDraft, at: number): MessageView {
    const state = this.states.get(`m${at}`) ?? "received";
    const reason = state === "undeliverable" ? "Tried 10 times: it was refused." : null;
    return { key: `m${at}`, at, ...message, state, reason, owner: null };
  }
}
