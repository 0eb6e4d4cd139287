import type {
  Erased,
  ReferralQuery,
  HistoryEntry,
  MessageAction,
  Messages,
  MessageView,
  Notice,
  Sessions,
  SessionView,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import { draftsOwner, forgetDrafts } from "@/programme/drafts";
import type { Answer, HostedActions } from "@/programme/hosted-state";
import type { Failed, Outcome } from "@/programme/programme";
import { wasUnknown } from "./api";
import type { Desk } from "./desk";

/** What can be done only where a server keeps the records. */
export function hostedActions(desk: Desk): HostedActions {
  return {
    confirm: (code: string): Promise<Outcome<null>> =>
      desk.act(async ({ api, session }) => {
        const question = { method: "POST", value: { code }, once: true } as const;
        const confirmed = await api.act<SessionView>("/session/second-factor", question);
        if (wasUnknown(confirmed)) return confirmedAfterAll(desk, confirmed);
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

    find: (query: ReferralQuery): Promise<Failed | undefined> =>
      desk.attempt(() => desk.list.load(query)),

    history: (key: string): Promise<Answer<readonly HistoryEntry[]>> =>
      desk.act(({ api }) =>
        api.get<HistoryEntry[]>(`/referrals/${encodeURIComponent(key)}/history`),
      ),

    logoutEverywhere: async (): Promise<Failed | undefined> => {
      const member = draftsOwner();
      const failure = await desk.attempt(() => desk.leave("/sessions"));
      if (!failure) forgetDrafts(member);
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

/**
 * A code is good once, so it is not sent again where its answer was lost: the session says whether it
 * was taken. Where the second factor was given before, what waits for it is tried, and says so.
 */
async function confirmedAfterAll(desk: Desk, unknown: Failed): Promise<Outcome<null>> {
  const before = desk.session.confirmed;
  await desk.refresh();
  if (!desk.session.confirmed) return unknown;
  desk.factor.end(true);
  if (before) return unknown;
  desk.tabs.tell({ changed: true, gone: [] });
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.confirmed };
}
