/**
 * The programme on this site's server: the same rules, one list for everybody, real codes. The
 * pages use this class; {@link HostedClient} has the requests and the state.
 */
import { HOSTED_NOTICES } from "@bindings/hosted";
import type {
  Erased,
  LoginMode,
  HostedReferral,
  Import,
  Notice,
  Referral,
  ReferralDraft,
  SessionView,
  User,
} from "@bindings";
import type { Answer, ExportFormat, Failed, Outcome, Programme } from "@/programme/programme";
import { forgetDrafts } from "@/programme/drafts";
import { TRANSFER_TIMEOUT_MS, failed, isOutcomeUnknown } from "./api";
import { HostedClient, type Dependencies } from "./client";
import { hostedActions } from "./hosted-actions";
import { requestCode } from "./request-code";
import { submit } from "./submit";

export class HostedProgramme implements Programme {
  readonly state: HostedClient["state"];
  private readonly client: HostedClient;
  /** The challenge of the last code that was sent, by number. */
  private readonly challenges = new Map<string, string>();
  /**
   * The version after a save of points on this page, by the version before; one map for each
   * referral.
   */
  private readonly ownChanges = new Map<string, Map<number, number>>();

  constructor(dependencies: Dependencies = {}) {
    this.client = new HostedClient(dependencies, hostedActions);
    this.state = this.client.state;
  }

  open() {
    void this.client.start();
  }

  loadMore(): Promise<Failed | undefined> {
    return this.client.runSilently(() => this.client.list.loadMore());
  }

  requestCode(mobile: string, showNotice?: (notice: Notice) => void): Promise<Outcome<null>> {
    return this.client.run(async ({ api }) => {
      const sent = await requestCode(api, mobile, showNotice);
      if (sent.outcome !== "accepted") return sent;
      this.challenges.set(mobile, sent.value.challenge);
      return { ...sent, value: null };
    });
  }

  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>> {
    return this.client.run(async ({ api }) => {
      const challenge = this.challenges.get(mobile) ?? "";
      const request = { method: "POST", value: { challenge, mode, code }, once: true } as const;
      const reply = await api.sendOnce<SessionView>("/session", request);
      if (isOutcomeUnknown(reply)) return this.checkLogin(mode, reply);
      if (reply.outcome !== "accepted") return reply;
      const { user } = reply.value;
      if (user === null) return failed("unavailable");
      this.challenges.clear();
      await this.client.changeViewer(reply.value);
      return { ...reply, value: user };
    });
  }

  logOut(): Promise<Failed | undefined> {
    return this.client.runSilently(() => this.client.logOut("/session"));
  }

  submit(draft: ReferralDraft): Promise<Outcome<Referral | null>> {
    return this.client.run((client) => submit(client, draft));
  }

  savePoints(key: string, points: string, version = 0): Promise<Outcome<Referral>> {
    return this.client.run(async (client): Promise<Outcome<Referral>> => {
      const path = `/referrals/${encodeURIComponent(key)}/points`;
      const failure = await client.resolveEarlierWrite(path, {
        method: "PUT",
        value: { points, version },
      });
      if (failure) return failure;
      const shownVersion = this.ownChanges.get(key)?.get(version) ?? version;
      const request = { method: "PUT", value: { points, version: shownVersion } } as const;
      const saved = await client.write<HostedReferral>(path, request, (now) =>
        this.pointsSaved(shownVersion, now),
      );
      if (saved.outcome === "refused" && saved.current) client.list.replace(saved.current);
      if (saved.outcome !== "accepted") return saved;
      return { ...saved, value: saved.value.referral };
    });
  }

  export(format: ExportFormat): Promise<Answer<string>> {
    return this.client.run(({ api }) => api.fetchText(`/export?format=${format}`));
  }

  previewImport(text: string): Promise<Outcome<Import>> {
    return this.client.run(({ api }) =>
      api.sendOnce<Import>("/import?preview=true", importRequest(text)),
    );
  }

  import(text: string): Promise<Outcome<Import>> {
    return this.client.run((client) =>
      client.write<Import>("/import?preview=false", importRequest(text)),
    );
  }

  erase(): Promise<Outcome<null>> {
    return this.client.run(async (client) => {
      // Read before the erasure, which also ends the session.
      const { user, isStaff } = client.session;
      // The page says so before: what staff made does not go on without them.
      const path = isStaff ? "/me?integrations=off" : "/me";
      const erased = await client.write<Erased>(path, { method: "DELETE" }, async () => {
        if (user) client.queue.forgetOf(user);
        forgetDrafts();
        await client.changeViewer(null);
      });
      return erased.outcome === "accepted" ? { ...erased, value: null } : erased;
    });
  }

  /** A code is valid once, so it is not sent again. The session says whether it was accepted. */
  private async checkLogin(mode: LoginMode, unknown: Failed): Promise<Outcome<User>> {
    const { session, tabs } = this.client;
    const before = session.viewer;
    await this.client.refresh();
    if (!session.user || session.viewer === before) return unknown;
    this.challenges.clear();
    tabs.post({ changed: true, gone: [] });
    const notice = HOSTED_NOTICES[mode === "login" ? "loggedIn" : "signedUp"];
    return { outcome: "accepted", value: session.user, notice };
  }

  /**
   * The points were saved, perhaps by an earlier try. What was typed for the old version is kept
   * for the new one.
   */
  private async pointsSaved(shownVersion: number, now: HostedReferral) {
    const { list, tabs } = this.client;
    list.replace(now);
    // Unless somebody else has changed the referral since: their change must not be overwritten
    // unseen.
    if (now.version === shownVersion + 1) {
      const versions = this.ownChanges.get(now.key) ?? new Map<number, number>();
      this.ownChanges.set(now.key, versions.set(shownVersion, now.version));
    }
    tabs.post({ changed: true, gone: [] });
    await list.fetchTotals();
  }
}

function importRequest(text: string) {
  return { method: "POST", text, timeout: TRANSFER_TIMEOUT_MS } as const;
}
