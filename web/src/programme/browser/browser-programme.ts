/**
 * The programme in the visitor's own browser, as in the specification: login and one-time code are
 * simulated, and the records are in local storage. Nothing here is secure.
 */
import {
  type LoginMode,
  type Import,
  ABOUT,
  LIMITS,
  type Notice,
  type Programme as ProgrammeContent,
  type Referral,
  type ReferralDraft,
  STORAGE_KEYS,
  BROWSER_FAILURES,
  type User,
} from "@bindings";
import {
  type Ledger,
  parse,
  type Policy,
  policyOf,
  type Rules,
  stringify,
  type Viewer,
  wellFormed,
} from "@/rules";
import type { Answer, Failed, Outcome } from "@/outcome";
import {
  type Beside,
  type Account,
  type AdminActions,
  type ExportFormat,
  failed,
  type Programme,
  type ProgrammeState,
  type ReadyState,
  PAGE_SIZE,
} from "@/programme/programme";
import { Store } from "@/store";
import { freeId } from "./free-id";
import { entryOf, Records } from "./records";
import { Session } from "./session";
import { type Entry, followOtherTabs, openStorage } from "./storage";

export class BrowserProgramme implements Programme, AdminActions {
  readonly state: Store<ProgrammeState>;
  private readonly policy: Policy;
  private readonly storage = openStorage();
  private readonly session: Session;
  private readonly records: Records;
  /** How many referrals are shown. */
  private limit = PAGE_SIZE;

  /** Reads what is stored. */
  constructor(
    private readonly rules: Rules,
    content: ProgrammeContent,
  ) {
    this.policy = policyOf(rules, content);
    this.session = new Session(rules, this.storage, this.policy);
    this.records = new Records(rules, this.storage);
    this.state = new Store<ProgrammeState>(this.ready());
  }

  /** Follows the changes of other tabs. To be called once. */
  open() {
    const { records, session, storage } = this;
    followOtherTabs(
      (key, text) => {
        if (key === null || key === STORAGE_KEYS.user) session.follow(text);
        records.followTab(key, text);
        this.show();
      },
      () => {
        session.follow(storage.get(STORAGE_KEYS.user));
        records.read();
        this.show();
      },
    );
  }

  loadMore(): Promise<Failed | undefined> {
    return this.run(() => {
      this.limit += PAGE_SIZE;
      return undefined;
    });
  }

  requestCode(mobile: string): Promise<Outcome<null>> {
    return this.run(() => {
      const { rules, policy } = this;
      const verdict = parse(rules.requestCode(mobile, policy));
      const offer = rules.suggestMobile(mobile);
      return verdict.outcome === "refused" && offer !== undefined ? { ...verdict, offer } : verdict;
    });
  }

  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>> {
    return this.run(() => {
      const { records, session, policy } = this;
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
    return this.run(() => {
      this.limit = PAGE_SIZE;
      return this.session.end();
    });
  }

  submit(draft: ReferralDraft, { opening }: Beside = {}): Promise<Outcome<Referral>> {
    return this.run(async () => {
      const { rules, records } = this;
      const { viewer } = this.session;
      const notes = opening?.title ? `${ABOUT}${opening.title}\n${draft.notes}` : draft.notes;
      const form = stringify({ ...draft, notes });
      // Only a complete form waits for the simulated delay. A refusal is shown immediately.
      const complete = parse(rules.checkReferral(form, viewer)).length === 0;
      if (complete) await new Promise((resolve) => setTimeout(resolve, LIMITS.referralDelayMs));
      const id = await freeId(() => records.ledger);
      const date = new Date().toLocaleDateString();
      return records.change<Referral>(
        (ledger) => parse(ledger.submit(form, viewer, ledger.freeId(id), date)),
        (ledger) => [entryOf(ledger, STORAGE_KEYS.referrals)],
      );
    });
  }

  savePoints(key: string, points: string): Promise<Outcome<Referral>> {
    return this.run(() => {
      const { viewer } = this.session;
      return this.records.change<Referral>(
        (ledger) => parse(ledger.savePoints(key, points, viewer, Date.now())),
        (ledger) => [entryOf(ledger, STORAGE_KEYS.referrals)],
      );
    });
  }

  export(format: ExportFormat): Promise<Answer<string>> {
    return this.run(() => {
      this.records.read();
      const { ledger } = this.records;
      const value = ledger.export(this.session.viewer, Date.now(), format === "csv");
      return { outcome: "accepted", value };
    });
  }

  previewImport(text: string): Promise<Outcome<Import>> {
    return this.run(() =>
      this.records.preview((ledger) => parse(ledger.import(this.session.viewer, wellFormed(text)))),
    );
  }

  import(text: string): Promise<Outcome<Import>> {
    return this.run(() =>
      this.records.change<Import>(
        (ledger) => parse(ledger.import(this.session.viewer, wellFormed(text))),
        bothLists,
      ),
    );
  }

  erase(): Promise<Outcome<null>> {
    return this.run(() => {
      const { records, session } = this;
      const outcome = records.change<null>(
        (ledger) => parse(ledger.erase(session.viewer, Date.now())),
        (ledger) => [...bothLists(ledger), [STORAGE_KEYS.user, null]],
      );
      if (outcome.outcome === "accepted") {
        this.limit = PAGE_SIZE;
        session.follow(null);
      }
      return outcome;
    });
  }

  /** Runs an action and shows the result. An error becomes a failure. */
  private async run<T>(action: () => T | Promise<T>): Promise<T | Failed> {
    try {
      return await action();
    } catch (error) {
      console.error(error);
      return failed("storage-failed");
    } finally {
      this.show();
    }
  }

  private show() {
    this.state.set(this.ready());
  }

  private ready(): ReadyState {
    const { ledger } = this.records;
    const { viewer } = this.session;
    const { referrals, totals, warning } = parse(ledger.view(viewer, this.limit));
    return {
      phase: "ready",
      account: accountOf(viewer),
      referrals,
      totals,
      ...(this.storage.persistent ? {} : { warning: BROWSER_FAILURES["storage-blocked"] }),
      ...unreadable(ledger, viewer, warning),
    };
  }
}

function accountOf(viewer: Viewer): Account {
  const { user } = viewer;
  if (user === undefined) return { role: "guest" };
  return { role: viewer.isAdmin ? "admin" : "member", user: parse(user) };
}

function unreadable(
  ledger: Ledger,
  viewer: Viewer,
  notice: Notice | null,
): Pick<ReadyState, "unreadable"> {
  if (notice === null) return {};
  const copy = () => ledger.unreadable(viewer) ?? "";
  return { unreadable: { notice, ...(viewer.isAdmin && { copy }) } };
}

function accountsEntry(ledger: Ledger): Entry[] {
  return ledger.isFull ? [] : [entryOf(ledger, STORAGE_KEYS.accounts)];
}

function bothLists(ledger: Ledger): Entry[] {
  return [entryOf(ledger, STORAGE_KEYS.accounts), entryOf(ledger, STORAGE_KEYS.referrals)];
}
