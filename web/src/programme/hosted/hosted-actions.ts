import type {
  HostedReferral,
  NotificationSettings,
  OwnLink,
  OwnName,
  OwnStanding,
  PersonPage,
  RedemptionView,
  SessionView,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { type ApiRequest, isOutcomeUnknown } from "@/api/requests";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import type { Failed, Outcome } from "@/outcome";
import { draftsOwner, forgetDrafts } from "@/programme/drafts";
import type { HostedActions } from "@/programme/programme";
import type { PageState } from "./page-state";
import { removeWaiting } from "./waiting-store";

/** The actions that exist in hosted mode only. */
export function hostedActions(page: PageState): HostedActions {
  const { client, waiting } = page;

  function onRedemption(path: string, request: ApiRequest): Promise<Outcome<RedemptionView>> {
    return page.run(async () => {
      const reply = await page.write<RedemptionView>(path, request);
      // What was shown has changed: the page shows what there is now.
      if (reply.outcome === "refused") await client.refetchAll();
      return reply;
    });
  }

  return {
    confirm: (code) =>
      page.run(async () => {
        const question = { method: "POST", value: { code }, once: true } as const;
        const path = "/session/second-factor";
        const confirmed = await client.api.sendOnce<SessionView>(path, question);
        if (isOutcomeUnknown(confirmed)) return checkConfirmation(page, confirmed);
        if (confirmed.outcome !== "accepted") return confirmed;
        await client.follow(confirmed.value);
        secondFactorPrompt.get()?.answer(true);
        return { ...confirmed, value: null };
      }),

    command: ({ key, version = 0 }, command) =>
      page.run(async () => {
        const path = `/referrals/${encodeURIComponent(key)}/commands`;
        const reply = await page.write<HostedReferral>(path, { value: { version, command } });
        // Somebody else was quicker: the page shows what they did.
        if (reply.outcome === "refused") await client.refetchAll();
        return reply;
      }),

    makePage: ({ key }) =>
      page.run(() =>
        page.write<PersonPage>(`/referrals/${encodeURIComponent(key)}/page`, { method: "POST" }),
      ),

    logoutEverywhere: async () => {
      const member = draftsOwner();
      const failure = await page.runSilently(() => page.logOut("/sessions"));
      if (!failure) forgetDrafts(member);
      return failure;
    },

    endSession: (key) =>
      page.runSilently(async () => {
        const path = `/sessions/${encodeURIComponent(key)}`;
        const ended = await client.api.fetchText(path, { method: "DELETE" });
        return ended.outcome === "accepted" ? undefined : ended;
      }),

    setName: (name) =>
      page.run(() =>
        page.write<OwnName>("/me/name", { method: "PUT", value: { name } }, () => page.refetch()),
      ),

    setNotifications: (notify) =>
      page.run(() => {
        const question = { method: "PUT", value: { notify } } as const;
        return page.write<NotificationSettings>("/me/notifications", question);
      }),

    exchange: (value, newest) =>
      onRedemption("/me/redemptions", {
        value,
        key: `points-exchange-${value.offer}-${newest}`,
      }),

    takeBack: (id) => onRedemption(`/me/redemptions/${id}/cancel`, {}),

    setReference: (id, reference) =>
      onRedemption(`/me/redemptions/${id}/reference`, { method: "PUT", value: { reference } }),

    setLeaderName: (name) =>
      page.run(() => {
        const question =
          name === undefined
            ? ({ method: "DELETE" } as const)
            : ({ method: "PUT", value: { name } } as const);
        return page.write<OwnStanding>("/me/leaderboard", question);
      }),

    setLink: (value) => page.run(() => page.write<OwnLink>("/me/link", { method: "PUT", value })),

    dismissLateOutcome: () => page.dismissLateOutcome(),

    sendWaiting: async () => {
      const notice = await waiting.sendNow();
      page.update();
      return notice;
    },

    forgetWaiting: (key: string) => {
      removeWaiting(key);
      page.tellOtherTabs();
      page.update();
    },
  };
}

/**
 * A code is valid once, so it is not sent again if the answer was lost. The session says whether it
 * was accepted. If the second factor was given before, the waiting action is tried, which shows
 * whether it still counts.
 */
async function checkConfirmation(page: PageState, unknown: Failed): Promise<Outcome<null>> {
  const before = page.client.session?.confirmed;
  await page.refetch();
  if (!page.client.session?.confirmed) return unknown;
  secondFactorPrompt.get()?.answer(true);
  if (before) return unknown;
  page.tellOtherTabs();
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.confirmed };
}
