/**
 * The programme of the place that this site is served from. Which one that is has to be asked;
 * until the answer is there, the pages see a programme that loads.
 */
import { type EntryMode, type Mode, type Notice, type ReferralDraft, TROUBLES } from "@bindings";
import { loadRules } from "@/rules";
import { Store } from "@/store";
import { draftsOwner, forgetDrafts, showDraftsTo } from "./drafts";
import { failed } from "./outcome";
import type { Account, ExportFormat, Failed, Programme, ProgrammeState } from "./programme";

const LOADING: ProgrammeState = { phase: "loading" };
const UNAVAILABLE: ProgrammeState = {
  phase: "unavailable",
  notice: TROUBLES["rules-unavailable"],
};

/** The places to choose from, and who says which it is. */
export type Places = {
  readonly mode: () => Promise<Mode>;
  readonly browser: () => Programme;
  readonly hosted: () => Promise<Programme>;
};

export class ChosenProgramme implements Programme {
  private readonly store = new Store<ProgrammeState>(LOADING);
  private chosen: Programme | undefined;
  private choosing: Promise<Programme> | undefined;

  constructor(private readonly places: Places) {}

  open() {
    if (this.choosing) return;
    // Needed in either place, and on their way while the place is asked for.
    loadRules().catch(() => undefined);
    // The page says so itself; the console gets the reason.
    this.choose().catch((error: unknown) => {
      console.error("The referral programme could not be opened.", error);
    });
  }

  subscribe(listener: () => void): () => void {
    const forget = this.store.subscribe(listener);
    if (this.state().phase === "loading") this.open();
    return forget;
  }

  state(): ProgrammeState {
    return this.store.get();
  }

  retry() {
    if (this.chosen) {
      this.chosen.retry();
    } else {
      this.store.set(LOADING);
      this.open();
    }
  }

  older() {
    return this.there((programme) => programme.older());
  }

  requestCode(mobile: string, say?: (notice: Notice) => void) {
    return this.there((programme) => programme.requestCode(mobile, say));
  }

  enter(mode: EntryMode, mobile: string, code: string) {
    return this.there((programme) => programme.enter(mode, mobile, code));
  }

  async logout() {
    const member = draftsOwner();
    const failure = await this.there((programme) => programme.logout());
    if (!failure) forgetDrafts(member);
    return failure;
  }

  submit(draft: ReferralDraft) {
    return this.there((programme) => programme.submit(draft));
  }

  award(key: string, points: string, version?: number) {
    return this.there((programme) => programme.award(key, points, version));
  }

  export(format: ExportFormat) {
    return this.there((programme) => programme.export(format));
  }

  previewImport(text: string) {
    return this.there((programme) => programme.previewImport(text));
  }

  import(text: string) {
    return this.there((programme) => programme.import(text));
  }

  async erase() {
    const member = draftsOwner();
    const outcome = await this.there((programme) => programme.erase());
    if (outcome.outcome === "accepted") forgetDrafts(member);
    return outcome;
  }

  /** Does something where the data lives. */
  private async there<T>(action: (programme: Programme) => Promise<T>): Promise<T | Failed> {
    let programme: Programme;
    try {
      programme = await this.choose();
    } catch {
      return failed("rules-unavailable");
    }
    return action(programme);
  }

  private choose(): Promise<Programme> {
    this.choosing ??= this.find().catch((error: unknown) => {
      this.choosing = undefined;
      this.store.set(UNAVAILABLE);
      throw error;
    });
    return this.choosing;
  }

  private async find(): Promise<Programme> {
    const { mode, browser, hosted } = this.places;
    const programme = (await mode()) === "hosted" ? await hosted() : browser();
    this.chosen = programme;
    const show = () => {
      const state = programme.state();
      if (state.phase === "ready") showDraftsTo(numberOf(state.account));
      this.store.set(state);
    };
    programme.subscribe(show);
    show();
    return programme;
  }
}

function numberOf(account: Account): string | undefined {
  return account.role === "guest" ? undefined : account.user.mobileNumber;
}
