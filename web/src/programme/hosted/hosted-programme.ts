/**
 * The programme on this site's server: the same rules, one list for everybody, real codes. This
 * class is what the pages see; what crosses, and what is kept meanwhile, its parts know.
 */
import type {
  EntryMode,
  HostedReferral,
  Import,
  Notice,
  Referral,
  ReferralDraft,
  SessionView,
  User,
} from "@bindings";
import type {
  Accepted,
  Exported,
  ExportFormat,
  Failed,
  Outcome,
  Programme,
  ProgrammeState,
  Refused,
} from "@/programme/programme";
import { CARRYING_MS, failed } from "./api";
import { Desk, type Surroundings } from "./desk";
import { hostedActions } from "./hosted-actions";
import { requestCode } from "./request-code";
import { submit } from "./submit";

export class HostedProgramme implements Programme {
  private readonly desk: Desk;
  /** Names the last code that was sent to a number. */
  private readonly challenges = new Map<string, string>();

  constructor(surroundings: Surroundings = {}) {
    this.desk = new Desk(surroundings, hostedActions);
  }

  open() {
    void this.desk.start();
  }

  subscribe(listener: () => void): () => void {
    const forget = this.desk.board.subscribe(listener);
    if (this.state().phase === "loading") this.open();
    return forget;
  }

  state(): ProgrammeState {
    return this.desk.board.state;
  }

  retry() {
    this.desk.retry();
  }

  older(): Promise<Failed | undefined> {
    return this.desk.attempt(() => this.desk.list.older());
  }

  requestCode(mobile: string, say?: (notice: Notice) => void): Promise<Outcome<null>> {
    return this.desk.act(async ({ api }) => {
      const sent = await requestCode(api, mobile, say);
      if (sent.outcome !== "accepted") return sent;
      this.challenges.set(mobile, sent.value.challenge);
      return { ...sent, value: null };
    });
  }

  enter(mode: EntryMode, mobile: string, code: string): Promise<Outcome<User>> {
    return this.desk.act(async ({ api }) => {
      const challenge = this.challenges.get(mobile) ?? "";
      const value = { challenge, mode, code };
      const entered = await api.act<SessionView>("/session", { method: "POST", value });
      if (entered.outcome !== "accepted") return entered;
      const { user } = entered.value;
      if (user === null) return failed("unavailable");
      this.challenges.clear();
      await this.desk.changeViewer(entered.value);
      return { ...entered, value: user };
    });
  }

  logout(): Promise<Failed | undefined> {
    return this.desk.attempt(() => this.desk.leave("/session"));
  }

  submit(draft: ReferralDraft): Promise<Outcome<Referral | null>> {
    return this.desk.act((desk) => submit(desk, draft));
  }

  award(key: string, points: string, version = 0): Promise<Outcome<Referral>> {
    return this.desk.act(async ({ api, list, tabs }): Promise<Outcome<Referral>> => {
      const path = `/referrals/${encodeURIComponent(key)}/points`;
      const value = { points, version };
      const saved = await api.act<HostedReferral>(path, { method: "PUT", value });
      if (saved.outcome === "refused" && saved.current) list.replace(saved.current);
      if (saved.outcome !== "accepted") return saved;
      list.replace(saved.value);
      tabs.tell({ changed: true, gone: [] });
      await list.count();
      return { ...saved, value: saved.value.referral };
    });
  }

  export(format: ExportFormat): Promise<Exported | Refused | Failed> {
    return this.desk.act(async ({ api }): Promise<Exported | Refused | Failed> => {
      const read = await api.read(`/export?format=${format}`);
      return read.outcome === "accepted" ? { outcome: "accepted", text: read.value } : read;
    });
  }

  previewImport(text: string): Promise<Outcome<Import>> {
    return this.desk.act(() => this.carry(text, true));
  }

  import(text: string): Promise<Outcome<Import>> {
    return this.desk.act(async (desk) => {
      const taken = await this.carry(text, false);
      if (taken.outcome === "accepted") await desk.changed();
      return taken;
    });
  }

  erase(): Promise<Outcome<null>> {
    return this.desk.act(async (desk) => {
      const erased = await desk.api.act<null>("/me", { method: "DELETE" });
      if (erased.outcome !== "accepted") return erased;
      const { user } = desk.session;
      if (user) desk.outbox.forgetOf(user);
      await desk.changeViewer(null);
      return erased;
    });
  }

  private carry(text: string, preview: boolean): Promise<Accepted<Import> | Refused | Failed> {
    const question = { method: "POST", text, patience: CARRYING_MS } as const;
    return this.desk.api.act<Import>(`/import?preview=${preview}`, question);
  }
}
