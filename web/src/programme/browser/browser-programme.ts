/**
 * The programme in the visitor's own browser, as in the specification: login and one-time code are
 * simulated, and the records are in local storage. Nothing here is secure.
 */
import {
  type LoginMode,
  type Import,
  LIMITS,
  type Programme as ProgrammeContent,
  type Referral,
  type ReferralDraft,
  STORAGE_KEYS,
  TROUBLES,
  type User,
} from "@bindings";
import { type Ledger, parse, stringify, wellFormed } from "@/rules";
import {
  type Answer,
  type ExportFormat,
  type Failed,
  failed,
  LOADING,
  type Outcome,
  type Programme,
  type ProgrammeState,
  STEP,
} from "@/programme/programme";
import { Store } from "@/store";
import { freeId } from "./free-id";
import { type Open, open, readyState } from "./open";
import { entryOf } from "./records";
import { type Entry, followOtherTabs } from "./storage";

export class BrowserProgramme implements Programme {
  readonly state = new Store<ProgrammeState>(LOADING);
  private opening: Promise<Open> | undefined;
  /** How many referrals are shown. */
  private limit = STEP;

  constructor(private readonly content: ProgrammeContent) {}

  open() {
    if (this.opening || this.state.get().phase !== "loading") return;
    // The page shows that it failed; the console gets the reason.
    this.start().catch((error: unknown) => {
      console.error("The referral programme could not be opened.", error);
    });
  }

  loadMore(): Promise<Failed | undefined> {
    return this.act(() => {
      this.limit += STEP;
      return undefined;
    });
  }

  retry() {
    this.state.set(LOADING);
    this.open();
  }

  requestCode(mobile: string): Promise<Outcome<null>> {
    return this.act(({ rules, policy }) => {
      const verdict = parse(rules.requestCode(mobile, policy));
      const offer = rules.suggestMobile(mobile);
      return verdict.outcome === "refused" && offer !== undefined ? { ...verdict, offer } : verdict;
    });
  }

  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>> {
    return this.act(({ records, session, policy }) => {
      const outcome = records.change<User>(
        (ledger) => parse(ledger.logIn(mode, mobile, code, policy, Date.now())),
        (ledger, user) => [
          // A login changes no list, so it works even when the lists cannot be written.
          ...accountsEntry(ledger),
          [STORAGE_KEYS.user, JSON.stringify(user)],
        ],
      );
      if (outcome.outcome === "accepted") session.follow(JSON.stringify(outcome.value));
      return outcome;
    });
  }

  logOut(): Promise<Failed | undefined> {
    return this.act(({ session }) => {
      this.limit = STEP;
      return session.end();
    });
  }

  submit(draft: ReferralDraft): Promise<Outcome<Referral>> {
    return this.act(async ({ rules, policy, records, session }) => {
      const { viewer } = session;
      const form = stringify(draft);
      // Only a complete form waits for the simulated delay. A refusal is shown immediately.
      const complete = parse(rules.checkReferral(form, viewer)).length === 0;
      if (complete) await new Promise((resolve) => setTimeout(resolve, LIMITS.referralDelayMs));
      const id = await freeId(() => records.ledger);
      const date = new Date().toLocaleDateString();
      return records.change<Referral>(
        (ledger) => parse(ledger.submit(form, viewer, policy, ledger.freeId(id), date)),
        (ledger) => [entryOf(ledger, STORAGE_KEYS.referrals)],
      );
    });
  }

  savePoints(key: string, points: string): Promise<Outcome<Referral>> {
    return this.act(({ policy, records, session: { viewer } }) =>
      records.change<Referral>(
        (ledger) => parse(ledger.savePoints(key, points, viewer, policy, Date.now())),
        (ledger) => [entryOf(ledger, STORAGE_KEYS.referrals)],
      ),
    );
  }

  export(format: ExportFormat): Promise<Answer<string>> {
    return this.act(({ records, session: { viewer } }) => {
      records.read();
      const { ledger } = records;
      const value = ledger.export(viewer, Date.now(), format === "csv");
      return { outcome: "accepted", value };
    });
  }

  previewImport(text: string): Promise<Outcome<Import>> {
    return this.act(({ records, session }) =>
      records.preview((ledger) => parse(ledger.import(session.viewer, wellFormed(text)))),
    );
  }

  import(text: string): Promise<Outcome<Import>> {
    return this.act(({ records, session }) =>
      records.change<Import>(
        (ledger) => parse(ledger.import(session.viewer, wellFormed(text))),
        bothLists,
      ),
    );
  }

  erase(): Promise<Outcome<null>> {
    return this.act(({ records, session }) => {
      const outcome = records.change<null>(
        (ledger) => parse(ledger.erase(session.viewer, Date.now())),
        (ledger) => [...bothLists(ledger), [STORAGE_KEYS.user, null]],
      );
      if (outcome.outcome === "accepted") {
        this.limit = STEP;
        session.follow(null);
      }
      return outcome;
    });
  }

  /**
   * Runs an action once the stored texts are read, and shows the result. An error becomes a
   * failure.
   */
  private async act<T>(action: (open: Open) => T | Promise<T>): Promise<T | Failed> {
    let ready: Open;
    try {
      ready = await this.start();
    } catch {
      return failed("rules-unavailable");
    }
    try {
      return await action(ready);
    } catch (error) {
      console.error(error);
      return failed("storage-failed");
    } finally {
      this.showReady(ready);
    }
  }

  private start(): Promise<Open> {
    this.opening ??= open(this.content).then(
      (ready) => {
        this.follow(ready);
        this.showReady(ready);
        return ready;
      },
      (error: unknown) => {
        this.opening = undefined;
        this.state.set({ phase: "unavailable", notice: TROUBLES["rules-unavailable"] });
        throw error;
      },
    );
    return this.opening;
  }

  private follow(ready: Open) {
    const { records, session, store } = ready;
    followOtherTabs(
      (key, text) => {
        if (key === null || key === STORAGE_KEYS.user) session.follow(text);
        records.followTab(key, text);
        this.showReady(ready);
      },
      () => {
        session.follow(store.get(STORAGE_KEYS.user));
        records.read();
        this.showReady(ready);
      },
    );
  }

  private showReady(ready: Open) {
    this.state.set(readyState(ready, this.limit));
  }
}

function accountsEntry(ledger: Ledger): Entry[] {
  return ledger.isFull ? [] : [entryOf(ledger, STORAGE_KEYS.accounts)];
}

function bothLists(ledger: Ledger): Entry[] {
  return [entryOf(ledger, STORAGE_KEYS.accounts), entryOf(ledger, STORAGE_KEYS.referrals)];
}
