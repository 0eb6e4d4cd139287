/**
 * The referral programme as the pages use it, wherever its data is. Browser mode and hosted mode
 * each have an adapter that implements {@link Programme}, and a page calls the same methods on both.
 */
import {
  type ContactDraft,
  type LoginMode,
  type Gains,
  type HostedReferral,
  type Import,
  type LinkRequest,
  type Notice,
  type NotificationSettings,
  type Notify,
  type OwnLink,
  type OwnName,
  type OwnStanding,
  type PersonPage,
  type ProgressView,
  type RedemptionRequest,
  type RedemptionView,
  type Referral,
  type ReferralCommand,
  type ReferralDraft,
  type ReferralView,
  type ServiceChoice,
  type Totals,
  type BrowserFailure,
  type User,
  BROWSER_FAILURES,
} from "@bindings";
import type { Client } from "@/api/client";
import type { Answer, Failed, Outcome } from "@/outcome";
import type { Store } from "@/store";

/** How many referrals are shown at once: enough to scroll through, and few enough to be fast. */
export const PAGE_SIZE = 50;

/** The person who is looking. */
export type Account =
  | { readonly role: "guest" }
  | {
      readonly role: "member" | "admin";
      readonly user: User;
      /** Their number in the format of its country, if known. */
      readonly formattedNumber?: string;
    };

/** What the pages show. It is a new object whenever something has changed, and only then. */
export type ProgrammeState =
  /**
   * The stored login has not been read yet. `hosted` means that the screens of hosted mode will be
   * needed.
   */
  | { readonly phase: "loading"; readonly hosted?: boolean }
  /** A part of the page could not be fetched. Without `tryAgain`, the page has to be reloaded. */
  | { readonly phase: "unavailable"; readonly notice: Notice; readonly tryAgain?: () => void }
  | ReadyState;

export const LOADING: ProgrammeState = { phase: "loading" };

export type ReadyState = {
  readonly phase: "ready";
  readonly account: Account;
  /**
   * The user's own referrals, or all for the admin in browser mode; newest first. There can be very many, so these
   * are the newest {@link PAGE_SIZE} plus those that were loaded on request.
   */
  readonly referrals: readonly ListedReferral[];
  /** The totals, including referrals that are not in `referrals`. */
  readonly totals: Totals;
  /** A lasting problem that visitors should know about, such as blocked storage. */
  readonly warning?: Notice;
  /** What is stored but unreadable. */
  readonly unreadable?: Unreadable;
  /** The part of the state that exists in hosted mode only. */
  readonly hosted?: HostedState;
};

/** The notice and, for the admin, the unreadable texts. */
export type Unreadable = { readonly notice: Notice; readonly copy?: () => string };

/**
 * `version` counts the changes of a referral that several people may edit. The two numbers are in
 * the format of their countries, if known.
 */
export type ListedReferral = ReferralView & {
  readonly version?: number;
  readonly progress?: ProgressView;
  readonly referrerShown?: string;
  readonly referredShown?: string;
};

/** The failure with this code. */
export function failed(code: BrowserFailure): Failed {
  return { outcome: "failed", code, notice: BROWSER_FAILURES[code] };
}

export interface Programme {
  /** What to show now. It follows every change, including those of other tabs. */
  readonly state: Store<ProgrammeState>;
  /** Starts to read and to follow what is stored, once. */
  open(): void;
  /** Shows up to {@link PAGE_SIZE} older referrals; `undefined` on success. */
  loadMore(): Promise<Failed | undefined>;
  /**
   * Sends a one-time code, or says why not. If that takes a while, `showNotice` is called with a
   * notice for the meantime.
   */
  requestCode(mobile: string, showNotice?: (notice: Notice) => void): Promise<Outcome<null>>;
  /** Logs in or signs up with that code. */
  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>>;
  /** Logs out; `undefined` on success. */
  logOut(): Promise<Failed | undefined>;
  /**
   * Submits a referral. Resolves only when the record is stored; with `null` if it waits on this
   * device for a connection.
   */
  submit(draft: ReferralDraft, beside?: Beside): Promise<Outcome<Referral | null>>;
  /** An export: of everything for the admin, of their own data for a member. */
  export(format: ExportFormat): Promise<Answer<string>>;
  /** Erases everything stored under the user's number, and logs out. */
  erase(): Promise<Outcome<null>>;
}

/** What the admin does in browser mode. On a server, staff do it in the console. */
export interface AdminActions {
  /** Saves points for the referral with this key. */
  savePoints(key: string, points: string): Promise<Outcome<Referral>>;
  /** Previews an import; nothing is changed. */
  previewImport(text: string): Promise<Outcome<Import>>;
  /** Imports an export. Existing records and later edits stay. */
  import(text: string): Promise<Outcome<Import>>;
}

/** JSON can be imported again. CSV is for spreadsheets and has the referrals only. */
export type ExportFormat = "json" | "csv";

export type HostedState = {
  /** Whether the user is staff. */
  readonly isStaff: boolean;
  /** Referrals that were submitted on this device and are not on the server yet, oldest first. */
  readonly waiting: readonly Waiting[];
  /** The outcome of a write whose answer was lost, until a page has shown it. */
  readonly lateOutcome?: Notice;
  /** What somebody can be referred for now. */
  readonly services: readonly ServiceChoice[];
  /** What a referral is worth; none while no rule says so. */
  readonly gains?: Gains;
  /** Whether there are more referrals than are shown. */
  readonly more: boolean;
  /** What the parts of the page fetch their data with. */
  readonly client: Client;
  readonly actions: HostedActions;
};

/** The member who made a waiting referral. */
export type Owner = {
  /** For display only: two members may have the same name. */
  readonly name: string;
  readonly mobileNumber: string;
};

/** What is sent beside the form of a referral. */
export type Beside = {
  /** Whether we may say who referred them, which only hosted mode asks; absent if not. */
  readonly sayWho?: boolean;
  /** The vacancy or course, if it is for one. */
  readonly opening?: Opening;
};

/** A vacancy or course on the website. Its title is empty if it is not known here; a server looks it up. */
export type Opening = { readonly address: string; readonly title: string };

/** A referral that waits on this device. */
export type Waiting = Beside & {
  /** Its key, on this device and for the server. */
  readonly key: string;
  readonly draft: ReferralDraft;
  /** The member who made it; absent for a guest's. It is sent while they are logged in. */
  readonly by?: Owner;
  /** Why the server refuses it for good. It is not sent again. */
  readonly refused?: Notice;
};

export interface HostedActions {
  /** Gives the second factor. */
  confirm(code: string): Promise<Outcome<null>>;
  /** Gives a command on a referral in the version that was shown. */
  command(view: ListedReferral, command: ReferralCommand): Promise<Outcome<HostedReferral>>;
  /** Makes the page of whoever was referred, for the user to pass on. */
  makePage(view: ListedReferral): Promise<Outcome<PersonPage>>;
  /** Ends all sessions of the user; `undefined` on success. */
  logoutEverywhere(): Promise<Failed | undefined>;
  /** Ends another session; `undefined` on success. */
  endSession(key: string): Promise<Failed | undefined>;
  /** Changes what the user is called; the value is the name as it was saved. */
  setName(name: string): Promise<Outcome<OwnName>>;
  /** Changes how the user is notified. */
  setNotifications(notify: Notify): Promise<Outcome<NotificationSettings>>;
  /**
   * Exchanges points. `newest` is the id of the newest request that the member saw, 0 without one: tabs
   * that show the same make one request together.
   */
  exchange(request: RedemptionRequest, newest: number): Promise<Outcome<RedemptionView>>;
  /** Takes back the request with this id. */
  takeBack(id: number): Promise<Outcome<RedemptionView>>;
  /** Changes by what whoever pays the request with this id finds the member. */
  setReference(id: number, reference: string): Promise<Outcome<RedemptionView>>;
  /** Puts the user on the list of those with most points under this name; without one, takes them off. */
  setLeaderName(name: string | undefined): Promise<Outcome<OwnStanding>>;
  /** Makes the user's link to share if they have none or want a new one, and sets the name on it. */
  setLink(wanted: LinkRequest): Promise<Outcome<OwnLink>>;
  /** Marks the late outcome as shown. */
  dismissLateOutcome(): void;
  /**
   * Sends the waiting referrals. Returns a notice about the outcome; `undefined` if there is
   * nothing to send.
   */
  sendWaiting(): Promise<Notice | undefined>;
  /** Discards a waiting referral. */
  forgetWaiting(key: string): void;
}

/** Sends a contact message to the site's receiver. */
export type SendMessage = (message: ContactDraft) => Promise<Outcome<null>>;
