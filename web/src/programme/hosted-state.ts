/** What hosted mode adds to what the pages see. A page asks whether it is there, never why. */
import type {
  Erased,
  ReferralQuery,
  HistoryEntry,
  MessageAction,
  Messages,
  MessageView,
  Notice,
  ReferralDraft,
  Sessions,
} from "@bindings";
import type { Failed, Outcome, Refused } from "./programme";

export type HostedState = {
  /** Whether the admin has given the second factor, without which nothing can be changed. */
  readonly confirmed: boolean;
  /** Whether something waits for the second factor, which was given too long ago for it. */
  readonly confirming: boolean;
  /** What was submitted on this device and is not on the server yet, oldest first. */
  readonly waiting: readonly Waiting[];
  /** What came of a write of which nobody had heard, until it is said to have been told. */
  readonly news?: Notice;
  /** Which referrals are listed. */
  readonly find: ReferralQuery;
  /** Whether there are more of them than are shown. */
  readonly more: boolean;
  readonly actions: HostedActions;
};

/** A member, as what waits on this device remembers them. */
export type Owner = {
  /** For words: two members may share it. */
  readonly name: string;
  /** Says who it is; absent from what was kept before numbers were. */
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

/** What came of a question: its answer, or why there is none. */
export type Answer<T> = { readonly outcome: "accepted"; readonly value: T } | Refused | Failed;

export interface HostedActions {
  /** Gives the second factor. */
  confirm(code: string): Promise<Outcome<null>>;
  /** Gives up what waits for the second factor. */
  cancelConfirmation(): void;
  /** Lists other referrals; `undefined` if that is done. */
  find(query: ReferralQuery): Promise<Failed | undefined>;
  /** Who has changed a referral, oldest change first. */
  history(key: string): Promise<Answer<readonly HistoryEntry[]>>;
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
  /** Has an undeliverable message tried again, or marks a message as handled. */
  changeMessage(key: string, action: MessageAction): Promise<Outcome<MessageView>>;
  /** The news have been told. */
  heard(): void;
  /** Sends what waits, and says what came of it; `undefined` if there is nothing to say. */
  sendWaiting(): Promise<Notice | undefined>;
  /** Takes a referral out of those that wait. */
  forgetWaiting(key: string): void;
}
