/**
 * The referral programme as the pages see it, wherever its data lives. Browser and server each have
 * an adapter that implements {@link Programme}; a page never knows which one it talks to.
 */
import {
  type Code,
  type ContactDraft,
  type LoginMode,
  type Erased,
  type HistoryEntry,
  type HostedCode,
  type HostedReferral,
  type Import,
  type MessageAction,
  type Messages,
  type MessageView,
  type Notice,
  type NotificationSettings,
  type Notify,
  type ProblemError,
  type ProgressView,
  type Referral,
  type ReferralCommand,
  type ReferralDetail,
  type ReferralDraft,
  type ReferralQuery,
  type ReferralView,
  type Sessions,
  type Totals,
  type Trouble,
  type User,
  TROUBLES,
} from "@bindings";
import type { Store } from "@/store";

/** How many referrals are shown at once: enough to scroll through, few enough to be quick. */
export const STEP = 50;

/** Who is looking. */
export type Account =
  | { readonly role: "guest" }
  | {
      readonly role: "member" | "admin";
      readonly user: User;
      /** Their number as their country writes it, where that is known. */
      readonly shown?: string;
    };

/** What the pages show. A new object whenever anything changed, and only then. */
export type ProgrammeState =
  /** The stored login has not been read yet. Where a server has it, its screens will be needed. */
  | { readonly phase: "loading"; readonly hosted?: boolean }
  /** A part of the page could not be fetched. */
  | { readonly phase: "unavailable"; readonly notice: Notice }
  | ReadyState;

export const LOADING: ProgrammeState = { phase: "loading" };

export type ReadyState = {
  readonly phase: "ready";
  readonly account: Account;
  /**
   * A member's own referrals, or the whole programme's for the admin; newest first. There can be
   * very many, so these are the newest {@link STEP} and as many more as were asked for.
   */
  readonly referrals: readonly ListedReferral[];
  /** The totals, also of those that are not among `referrals`. */
  readonly totals: Totals;
  /** A lasting problem that visitors must know of, such as blocked storage. */
  readonly warning?: Notice;
  /** What is stored and cannot be read, if anything. */
  readonly unreadable?: Unreadable;
  /** What there is only in hosted mode. */
  readonly hosted?: HostedState;
};

/** What to say about it and, for the admin, its stored texts. */
export type Unreadable = { readonly notice: Notice; readonly copy?: () => string };

/**
 * `version` counts the changes of a referral that several people may edit; both numbers may be there
 * as their countries write them.
 */
export type ListedReferral = ReferralView & {
  readonly version?: number;
  readonly progress?: ProgressView;
  readonly referrerShown?: string;
  readonly referredShown?: string;
};

/** It was done. */
export type Accepted<T> = {
  readonly outcome: "accepted";
  readonly value: T;
  readonly notice: Notice;
};

/** A rule is in the way: nothing has changed. */
export type Refused = {
  readonly outcome: "refused";
  /** Every broken rule, in the order of the form; never empty. */
  readonly codes: readonly Code[];
  readonly notice: Notice;
  /** What to say beside which field; where absent, the rules' own words for the codes. */
  readonly errors?: readonly ProblemError[];
  /** The mobile number that was probably meant, where the one that was typed has separators. */
  readonly offer?: string;
  /** The referral as it is now, where somebody else has changed it. */
  readonly current?: HostedReferral;
  /** That change. */
  readonly change?: HistoryEntry;
};

/** Trouble outside the rules: nothing has changed. */
export type Failed = {
  readonly outcome: "failed";
  readonly trouble: Trouble | HostedCode;
  readonly notice: Notice;
};

/** Nothing is wrong with the request, but it could not be done. */
export function failed(trouble: Trouble): Failed {
  return { outcome: "failed", trouble, notice: TROUBLES[trouble] };
}

/** The rules' verdict, or trouble outside them. After anything but `accepted`, nothing changed. */
export type Outcome<T> = Accepted<T> | Refused | Failed;

export interface Programme {
  /** What to show now. It follows every change, also one made in another tab. */
  readonly state: Store<ProgrammeState>;
  /** Begins to read what there is, once. */
  open(): void;
  /** Shows up to {@link STEP} older referrals; `undefined` if that is done. */
  loadMore(): Promise<Failed | undefined>;
  /** Tries again after `unavailable`. */
  retry(): void;
  /**
   * Sends a one-time code, or says why the number cannot have one. If that takes a while, `say` is
   * called with what to show meanwhile.
   */
  requestCode(mobile: string, say?: (notice: Notice) => void): Promise<Outcome<null>>;
  /** Logs in or signs up with that code. */
  logIn(mode: LoginMode, mobile: string, code: string): Promise<Outcome<User>>;
  /** Forgets the stored login; `undefined` if that is done. */
  logOut(): Promise<Failed | undefined>;
  /**
   * Submits a referral. Resolves when the record is stored, not before; with `null` if it is kept
   * on this device until there is a connection.
   */
  submit(draft: ReferralDraft): Promise<Outcome<Referral | null>>;
  /**
   * Saves points for the referral that a view's `key` names; for the admin. `version` is that of
   * the view which the points were typed for.
   */
  savePoints(key: string, points: string, version?: number): Promise<Outcome<Referral>>;
  /** A copy to keep elsewhere: of everything for the admin, of what is their own for a member. */
  export(format: ExportFormat): Promise<Answer<string>>;
  /** What an import of such a copy would do; nothing is changed. For the admin. */
  previewImport(text: string): Promise<Outcome<Import>>;
  /** Imports such a copy. What is here stays, and so does every later edit. For the admin. */
  import(text: string): Promise<Outcome<Import>>;
  /** Erases what is stored under the logged-in number, and logs out. */
  erase(): Promise<Outcome<null>>;
}

/** JSON can be imported again; CSV is for spreadsheets, and holds the referrals alone. */
export type ExportFormat = "json" | "csv";

export type HostedState = {
  /** Whether the admin has given the second factor, without which nothing can be changed. */
  readonly confirmed: boolean;
  /** Whether whoever is logged in works here. */
  readonly isStaff: boolean;
  /** Whether the second factor has to be given again before something can continue. */
  readonly confirming: boolean;
  /** What was submitted on this device and is not on the server yet, oldest first. */
  readonly waiting: readonly Waiting[];
  /** What came of a write whose answer was lost, until a page has shown it. */
  readonly news?: Notice;
  /** Which referrals are listed. */
  readonly find: ReferralQuery;
  /** Whether there are more of them than are shown. */
  readonly more: boolean;
  readonly actions: HostedActions;
};

/** The member to whom a waiting referral belongs. */
export type Owner = {
  /** Only to be shown: two members may have the same. */
  readonly name: string;
  /** Absent from what an earlier version has kept. */
  readonly mobileNumber?: string;
};

/** A referral that waits on this device. */
export type Waiting = {
  /** Names it, on this device and to the server. */
  readonly key: string;
  readonly draft: ReferralDraft;
  /** Whose it is; absent for a guest's. It is sent while they are logged in. */
  readonly by?: Owner;
  /** Why the server refuses it for good. It is not sent again. */
  readonly refused?: Notice;
};

/** What was asked for, or why there is none. */
export type Answer<T> = { readonly outcome: "accepted"; readonly value: T } | Refused | Failed;

export interface HostedActions {
  /** Gives the second factor. */
  confirm(code: string): Promise<Outcome<null>>;
  /** Cancels what waits for the second factor. */
  cancelConfirmation(): void;
  /** Lists other referrals; `undefined` if that is done. */
  find(query: ReferralQuery): Promise<Failed | undefined>;
  /** Who has changed a referral, oldest change first. */
  history(key: string): Promise<Answer<readonly HistoryEntry[]>>;
  /** Referrals that others have made about this number, the newest {@link STEP}. */
  aboutMe(): Promise<Answer<readonly HostedReferral[]>>;
  /** A referral with what has happened to it, and what can be done about it now. */
  detail(key: string): Promise<Answer<ReferralDetail>>;
  /** Gives a command on a referral, as it was when it was shown. */
  command(view: ListedReferral, command: ReferralCommand): Promise<Outcome<HostedReferral>>;
  /** Ends every session of whoever is logged in; `undefined` if that is done. */
  logoutEverywhere(): Promise<Failed | undefined>;
  /** Where this number is logged in, the last used first. */
  sessions(): Promise<Answer<Sessions>>;
  /** Ends another of these sessions; `undefined` if that is done. */
  endSession(key: string): Promise<Failed | undefined>;
  /** Erases what is stored about a referred person. */
  eraseReferred(phone: string): Promise<Outcome<Erased>>;
  /** A part of the contact messages, newest first: the first, or the one that `after` names. */
  messages(after?: string): Promise<Answer<Messages>>;
  /** Forwards an undeliverable message again, or marks it as handled. */
  changeMessage(key: string, action: MessageAction): Promise<Outcome<MessageView>>;
  /** How whoever is logged in is told of what becomes of their referrals. */
  notifications(): Promise<Answer<NotificationSettings>>;
  /** Chooses how. */
  setNotifications(notify: Notify): Promise<Outcome<NotificationSettings>>;
  /** The news has been shown. */
  dismissNews(): void;
  /** Sends what waits, and says what came of it; `undefined` if there is nothing to say. */
  sendWaiting(): Promise<Notice | undefined>;
  /** Discards a waiting referral. */
  forgetWaiting(key: string): void;
}

/** Sends a contact message to whoever takes it. */
export type SendMessage = (message: ContactDraft) => Promise<Outcome<null>>;
