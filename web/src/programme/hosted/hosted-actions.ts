import type {
  Erased,
  Find,
  HistoryEntry,
  MessageAction,
  Messages,
  MessageView,
  Notice,
  Sessions,
  SessionView,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import { forgetDrafts } from "@/programme/drafts";
import type { Answer, HostedActions } from "@/programme/hosted-state";
import type { Failed, Outcome } from "@/programme/programme";
import type { Desk } from "./desk";

/** What can be done only where a server keeps the records. */
export function hostedActions(desk: Desk): HostedActions {
  return {
    confirm: (code: string): Promise<Outcome<null>> =>
      desk.act(async ({ api, session }) => {
        const question = { method: "POST", value: { code } } as const;
        const confirmed = await api.act<SessionView>("/session/second-factor", question);
        if (confirmed.outcome !== "accepted") return confirmed;
        const again = session.confirmed;
        session.follow(confirmed.value);
        desk.factor.end(true);
        // Without it, the admin's list was a member's: the own referrals.
        if (!again) await desk.changed();
        return { ...confirmed, value: null };
      }),

    cancelConfirmation: () => {
      desk.factor.end(false);
      desk.showReady();
    },

    find: (query: Find): Promise<Failed | undefined> => desk.attempt(() => desk.list.load(query)),

    history: (key: string): Promise<Answer<readonly HistoryEntry[]>> =>
      desk.act(({ api }) =>
        api.get<HistoryEntry[]>(`/referrals/${encodeURIComponent(key)}/history`),
      ),

    logoutEverywhere: async (): Promise<Failed | undefined> => {
      const failure = await desk.attempt(() => desk.leave("/sessions"));
      if (!failure) forgetDrafts();
      return failure;
    },

    sessions: (): Promise<Answer<Sessions>> =>
      desk.act(({ api }) => api.get<Sessions>("/sessions")),

    endSession: (key: string): Promise<Failed | undefined> =>
      desk.attempt(async () => {
        const path = `/sessions/${encodeURIComponent(key)}`;
        const ended = await desk.api.do(path, { method: "DELETE" });
        return ended.outcome === "accepted" ? undefined : ended;
      }),

    eraseReferred: (phone: string): Promise<Outcome<Erased>> =>
      desk.act(() => desk.write<Erased>("/erasures", { method: "POST", value: { phone } })),

    messages: (after?: string): Promise<Answer<Messages>> =>
      desk.act(({ api }) =>
        api.get<Messages>(`/messages${after ? `?after=${encodeURIComponent(after)}` : ""}`),
      ),

    changeMessage: (key: string, action: MessageAction): Promise<Outcome<MessageView>> =>
      desk.act(() => {
        const question = { method: "PUT", value: { action } } as const;
        const path = `/messages/${encodeURIComponent(key)}`;
        return desk.write<MessageView>(path, question, () => undefined);
      }),

    heard: () => {
      desk.news = undefined;
      desk.showReady();
    },

    sendWaiting: async (): Promise<Notice | undefined> => {
      const { sent } = await desk.flush();
      if (sent.length > 0) return HOSTED_NOTICES.sentAfterAll;
      const left = desk.outbox.waiting;
      const refused = left.find((item) => item.refused)?.refused;
      return left.length === 0 ? undefined : (refused ?? HOSTED_NOTICES.stillWaiting);
    },

    forgetWaiting: (key: string) => {
      desk.outbox.store.remove([key]);
      desk.tabs.tell({ changed: false, gone: [key] });
      desk.showReady();
    },
  };
}
