import type {
  HostedReferral,
  NotificationSettings,
  Page,
  ReferralDetail,
  Sessions,
  SessionView,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { draftsOwner, forgetDrafts } from "@/programme/drafts";
import type { Failed, HostedActions, Outcome } from "@/programme/programme";
import { isOutcomeUnknown } from "./api";
import type { HostedClient } from "./client";

/** The actions that exist in hosted mode only. */
export function hostedActions(client: HostedClient): HostedActions {
  return {
    confirm: (code) =>
      client.run(async ({ api, session }) => {
        const question = { method: "POST", value: { code }, once: true } as const;
        const confirmed = await api.sendOnce<SessionView>("/session/second-factor", question);
        if (isOutcomeUnknown(confirmed)) return checkConfirmation(client, confirmed);
        if (confirmed.outcome !== "accepted") return confirmed;
        const again = session.confirmed;
        session.follow(confirmed.value);
        client.factor.end(true);
        // Without the second factor, the list had only the admin's own referrals.
        if (!again) await client.changed();
        return { ...confirmed, value: null };
      }),

    cancelConfirmation: () => {
      client.factor.end(false);
      client.showReady();
    },

    aboutMe: () =>
      client.run(async ({ api }) => {
        const page = await api.fetch<Page>("/referrals?about=true");
        return page.outcome === "accepted" ? { ...page, value: page.value.referrals } : page;
      }),

    detail: (key) =>
      client.run(({ api }) => api.fetch<ReferralDetail>(`/referrals/${encodeURIComponent(key)}`)),

    command: ({ key, version = 0 }, command) =>
      client.run(() => {
        const path = `/referrals/${encodeURIComponent(key)}/commands`;
        const request = { method: "POST", value: { version, command } } as const;
        return client.write<HostedReferral>(path, request);
      }),

    logoutEverywhere: async () => {
      const member = draftsOwner();
      const failure = await client.runSilently(() => client.logOut("/sessions"));
      if (!failure) forgetDrafts(member);
      return failure;
    },

    sessions: () => client.run(({ api }) => api.fetch<Sessions>("/sessions")),

    endSession: (key) =>
      client.runSilently(async () => {
        const path = `/sessions/${encodeURIComponent(key)}`;
        const ended = await client.api.fetchText(path, { method: "DELETE" });
        return ended.outcome === "accepted" ? undefined : ended;
      }),

    notifications: () =>
      client.run(({ api }) => api.fetch<NotificationSettings>("/me/notifications")),

    setNotifications: (notify) =>
      client.run(() => {
        const question = { method: "PUT", value: { notify } } as const;
        return client.write<NotificationSettings>("/me/notifications", question, () => undefined);
      }),

    dismissLateOutcome: () => {
      client.lateOutcome = undefined;
      client.showReady();
    },

    sendWaiting: async () => {
      const sent = await client.flush();
      if (sent.length > 0) return HOSTED_NOTICES.sentAfterAll;
      const left = client.queue.waiting;
      const refused = left.find((item) => item.refused)?.refused;
      return left.length === 0 ? undefined : (refused ?? HOSTED_NOTICES.stillWaiting);
    },

    forgetWaiting: (key: string) => {
      client.queue.store.remove([key]);
      client.tabs.post({ changed: false, gone: [key] });
      client.showReady();
    },
  };
}

/**
 * A code is valid once, so it is not sent again if the answer was lost. The session says whether it
 * was accepted. If the second factor was given before, the waiting action is tried, which shows
 * whether it still counts.
 */
async function checkConfirmation(client: HostedClient, unknown: Failed): Promise<Outcome<null>> {
  const before = client.session.confirmed;
  await client.refresh();
  if (!client.session.confirmed) return unknown;
  client.factor.end(true);
  if (before) return unknown;
  client.tabs.post({ changed: true, gone: [] });
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.confirmed };
}
