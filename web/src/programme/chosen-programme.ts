/**
 * The programme of this site, which runs in the visitor's browser or on a server. The site has to
 * be asked which; until it answers, the pages see a programme that is loading.
 */
import { type Mode, type Programme as ProgrammeContent, BROWSER_FAILURES } from "@bindings";
import { useEffect } from "react";
import { loadRules } from "@/rules";
import { Store, useStore } from "@/store";
import { BrowserProgramme } from "./browser/browser-programme";
import { draftsOwner, forgetDrafts, showDraftsTo } from "./drafts";
import {
  type Account,
  type AdminActions,
  failed,
  LOADING,
  type Programme,
  type ProgrammeState,
} from "./programme";
import { siteMode } from "./site-mode";

type OwnProgramme = Programme & AdminActions;

/**
 * The programme of this site. The code for hosted mode is fetched only where it is used. The browser's rules speak
 * English: `translate` makes of their programme one that speaks another language.
 */
export function chooseProgramme(
  content: ProgrammeContent,
  translate?: (programme: OwnProgramme) => OwnProgramme,
): OwnProgramme {
  return new ChosenProgramme({
    mode: siteMode,
    browser: async () => {
      const programme = new BrowserProgramme(await loadRules(), content);
      return translate ? translate(programme) : programme;
    },
    hosted: async () => {
      const { HostedProgramme } = await import("./hosted/hosted-programme");
      return new HostedProgramme();
    },
  });
}

/** The current state of a programme. The first component that uses it opens the programme. */
export function useProgramme(programme: Programme): ProgrammeState {
  useEffect(() => programme.open(), [programme]);
  return useStore(programme.state);
}

/** The methods that are forwarded. */
type Action = Exclude<keyof ChosenAdapter, "state" | "open">;

type ChosenAdapter = Programme & Partial<AdminActions>;

/** Both adapters, and the function that asks which to use. */
type Adapters = {
  readonly mode: () => Promise<Mode>;
  readonly browser: () => Promise<Programme & AdminActions>;
  readonly hosted: () => Promise<Programme>;
};

export class ChosenProgramme implements Programme, AdminActions {
  readonly state = new Store<ProgrammeState>(LOADING);
  private choosing: Promise<ChosenAdapter> | undefined;

  constructor(private readonly adapters: Adapters) {}

  open() {
    if (this.choosing || this.state.get().phase !== "loading") return;
    // Both adapters need the rules, so load them while the site is asked.
    loadRules().catch(() => undefined);
    // The page shows that it failed; the console gets the reason.
    this.choose().catch((error: unknown) => {
      console.error("The referral programme could not be opened.", error);
    });
  }

  readonly loadMore = this.forward("loadMore");
  readonly requestCode = this.forward("requestCode");
  readonly logIn = this.forward("logIn");
  readonly submit = this.forward("submit");
  readonly savePoints = this.forward("savePoints");
  readonly export = this.forward("export");
  readonly previewImport = this.forward("previewImport");
  readonly import = this.forward("import");

  async logOut() {
    const member = draftsOwner();
    const failure = await this.forward("logOut")();
    if (!failure) forgetDrafts(member);
    return failure;
  }

  async erase() {
    const member = draftsOwner();
    const outcome = await this.forward("erase")();
    if (outcome.outcome === "accepted") forgetDrafts(member);
    return outcome;
  }

  /** Makes a method that waits until the adapter is chosen and then calls it. */
  private forward<Name extends Action>(name: Name): Required<ChosenAdapter>[Name] {
    const forwarded = async (...parameters: unknown[]) => {
      const programme = await this.choose().catch(() => undefined);
      const action = programme?.[name];
      return action ? Reflect.apply(action, programme, parameters) : failed("rules-unavailable");
    };
    return forwarded as Required<ChosenAdapter>[Name];
  }

  private choose(): Promise<ChosenAdapter> {
    this.choosing ??= this.openChosen().catch((error: unknown) => {
      this.choosing = undefined;
      this.state.set({ phase: "unavailable", notice: BROWSER_FAILURES["rules-unavailable"] });
      throw error;
    });
    return this.choosing;
  }

  private async openChosen(): Promise<ChosenAdapter> {
    const { mode, browser, hosted } = this.adapters;
    const isHosted = (await mode()) === "hosted";
    if (isHosted) this.state.set({ phase: "loading", hosted: true });
    const programme = await (isHosted ? hosted() : browser());
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
