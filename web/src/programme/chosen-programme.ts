/**
 * The programme of this site: in the visitor's browser or on a server. Which of the two has to be
 * asked; until the answer is there, the pages see a programme that loads.
 */
import {
  type EntryMode,
  type Mode,
  type Notice,
  type Programme as ProgrammeContent,
  type ReferralDraft,
  TROUBLES,
} from "@bindings";
import { useEffect } from "react";
import { loadRules } from "@/rules";
import { Store, useStore } from "@/store";
import { BrowserProgramme } from "./browser/browser-programme";
import { draftsOwner, forgetDrafts, showDraftsTo } from "./drafts";
import {
  type Account,
  type ExportFormat,
  type Failed,
  failed,
  LOADING,
  type Programme,
  type ProgrammeState,
} from "./programme";
import { siteMode } from "./site-mode";

/** The programme of this site. What a server needs is fetched only where there is one. */
export function chooseProgramme(content: ProgrammeContent): Programme {
  return new ChosenProgramme({
    mode: siteMode,
    browser: () => new BrowserProgramme(content),
    hosted: async () => {
      const { HostedProgramme } = await import("./hosted/hosted-programme");
      return new HostedProgramme();
    },
  });
}

/** What a programme shows now. The first page that asks opens it. */
export function useProgramme(programme: Programme): ProgrammeState {
  useEffect(() => programme.open(), [programme]);
  return useStore(programme.state);
}

/** The two to choose from, and who says which it is. */
type Adapters = {
  readonly mode: () => Promise<Mode>;
  readonly browser: () => Programme;
  readonly hosted: () => Promise<Programme>;
};

export class ChosenProgramme implements Programme {
  readonly state = new Store<ProgrammeState>(LOADING);
  private chosen: Programme | undefined;
  private choosing: Promise<Programme> | undefined;

  constructor(private readonly adapters: Adapters) {}

  open() {
    if (this.choosing || this.state.get().phase !== "loading") return;
    // Both need them, so they are on their way while the site is asked which it is.
    loadRules().catch(() => undefined);
    // The page says so itself; the console gets the reason.
    this.choose().catch((error: unknown) => {
      console.error("The referral programme could not be opened.", error);
    });
  }

  retry() {
    if (this.chosen) {
      this.chosen.retry();
    } else {
      this.state.set(LOADING);
      this.open();
    }
  }

  loadMore() {
    return this.withChosen((programme) => programme.loadMore());
  }

  requestCode(mobile: string, say?: (notice: Notice) => void) {
    return this.withChosen((programme) => programme.requestCode(mobile, say));
  }

  logIn(mode: EntryMode, mobile: string, code: string) {
    return this.withChosen((programme) => programme.logIn(mode, mobile, code));
  }

  async logOut() {
    const member = draftsOwner();
    const failure = await this.withChosen((programme) => programme.logOut());
    if (!failure) forgetDrafts(member);
    return failure;
  }

  submit(draft: ReferralDraft) {
    return this.withChosen((programme) => programme.submit(draft));
  }

  savePoints(key: string, points: string, version?: number) {
    return this.withChosen((programme) => programme.savePoints(key, points, version));
  }

  export(format: ExportFormat) {
    return this.withChosen((programme) => programme.export(format));
  }

  previewImport(text: string) {
    return this.withChosen((programme) => programme.previewImport(text));
  }

  import(text: string) {
    return this.withChosen((programme) => programme.import(text));
  }

  async erase() {
    const member = draftsOwner();
    const outcome = await this.withChosen((programme) => programme.erase());
    if (outcome.outcome === "accepted") forgetDrafts(member);
    return outcome;
  }

  /** Does something where the data lives, as soon as that is known. */
  private async withChosen<T>(action: (programme: Programme) => Promise<T>): Promise<T | Failed> {
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
      this.state.set({ phase: "unavailable", notice: TROUBLES["rules-unavailable"] });
      throw error;
    });
    return this.choosing;
  }

  private async find(): Promise<Programme> {
    const { mode, browser, hosted } = this.adapters;
    const isHosted = (await mode()) === "hosted";
    if (isHosted) this.state.set({ phase: "loading", hosted: true });
    const programme = isHosted ? await hosted() : browser();
    this.chosen = programme;
    const show = () => {
      const state = programme.state.get();
      if (state.phase === "ready") showDraftsTo(numberOf(state.account));
      this.state.set(state);
    };
    programme.state.subscribe(show);
    show();
    programme.open();
    return programme;
  }
}

function numberOf(account: Account): string | undefined {
  return account.role === "guest" ? undefined : account.user.mobileNumber;
}
