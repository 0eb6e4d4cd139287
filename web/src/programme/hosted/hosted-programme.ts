/**
 * The programme on this site's server: the same rules, real codes, staff in the console. The
 * pages use this class; {@link PageState} has the state.
 */
import { HOSTED_NOTICES } from "@bindings/hosted";
import type {
  Erased,
  LoginMode,
  Notice,
  Referral,
  ReferralDraft,
  SessionView,
  User,
} from "@bindings";
import { failed, isOutcomeUnknown } from "@/api/requests";
import type { Answer, Failed, Outcome } from "@/outcome";
import { forgetDrafts } from "@/programme/drafts";
import type { Beside, ExportFormat, Programme } from "@/programme/programme";
import { PageState, type PageDependencies } from "./page-state";
import { hostedActions } from "./hosted-actions";
import { requestCode } from "./request-code";
import { submit } from "./submit";

export class HostedProgramme implements Programme {
  readonly state: PageState["state"];
  private readonly page: PageState;
  /** The challenge of the last code that was sent, by number. */
  private readonly challenges = new Map<string, string>();

  constructor(dependencies: PageDependencies = {}) {
    this.page = new PageState(dependencies, hostedActions);
    this.state = this.page.state;
  }

  open() {
    this.page.open();
  }

  loadMore(): Promise<Failed | undefined> {
    return this.page.loadMore();
  }

  requestCode(mobile: string, showNotice?: (notice: Notice) => void): Promise<Outcome<null>> {
    return this.page.run(async () => {
      const sent = await requestCode(this.page.client.api, mobile, showNotice);
      if (sent.outcome !== "accepted") return sent;
      this.challenges.set(mobile, sent.value.challenge);
      return { ...sent, value: null };
    });
  }

  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>> {
    return this.page.run(async () => {
      const challenge = this.challenges.get(mobile) ?? "";
      const request = { method: "POST", value: { challenge, mode, code }, once: true } as const;
      const reply = await this.page.client.api.sendOnce<SessionView>("/session", request);
      if (isOutcomeUnknown(reply)) return this.checkLogin(mode, reply);
      if (reply.outcome !== "accepted") return reply;
      const { user } = reply.value;
      if (user === null) return failed("unavailable");
      this.challenges.clear();
      await this.page.changeViewer(reply.value);
      return { ...reply, value: user };
    });
  }

  logOut(): Promise<Failed | undefined> {
    return this.page.runSilently(() => this.page.logOut("/session"));
  }

  submit(draft: ReferralDraft, beside: Beside = {}): Promise<Outcome<Referral | null>> {
    return this.page.run(() => submit(this.page, draft, beside));
  }

  export(format: ExportFormat): Promise<Answer<string>> {
    return this.page.run(() => this.page.client.api.fetchText(`/export?format=${format}`));
  }

  erase(): Promise<Outcome<null>> {
    return this.page.run(async () => {
      // Read before the erasure, which also ends the session.
      const { user, staff } = this.page.client.session ?? {};
      // The page says so before: what staff made does not go on without them.
      const path = staff ? "/me?integrations=off" : "/me";
      const erased = await this.page.write<Erased>(path, { method: "DELETE" }, async () => {
        if (user) this.page.waiting.forgetOf(user);
        forgetDrafts();
        await this.page.changeViewer();
      });
      return erased.outcome === "accepted" ? { ...erased, value: null } : erased;
    });
  }

  /** A code is valid once, so it is not sent again. The session says whether it was accepted. */
  private async checkLogin(mode: LoginMode, unknown: Failed): Promise<Outcome<User>> {
    const before = this.page.client.expectedUser;
    await this.page.refetch();
    const { session, expectedUser } = this.page.client;
    if (!session?.user || expectedUser === before) return unknown;
    this.challenges.clear();
    this.page.tellOtherTabs();
    const notice = HOSTED_NOTICES[mode === "login" ? "loggedIn" : "signedUp"];
    return { outcome: "accepted", value: session.user, notice };
  }
}
