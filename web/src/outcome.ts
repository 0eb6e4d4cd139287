/** What an action came to. The screens switch on these, wherever the data is. */
import type {
  BrowserFailure,
  Code,
  HostedCode,
  HostedReferral,
  Notice,
  ProblemError,
} from "@bindings";

/** The action was done. */
export type Accepted<T> = {
  readonly outcome: "accepted";
  readonly value: T;
  readonly notice: Notice;
};

/** A rule forbade it, and nothing has changed. */
export type Refused = {
  readonly outcome: "refused";
  /** All broken rules, in the order of the form; never empty. */
  readonly codes: readonly Code[];
  readonly notice: Notice;
  /** The hints beside the fields. If absent, use the rules' own hints for the codes. */
  readonly errors?: readonly ProblemError[];
  /** The suggested mobile number, if the typed one has separators. */
  readonly offer?: string;
  /** The referral as it is now, if somebody else has changed it. */
  readonly current?: HostedReferral;
};

/** A failure outside the rules: nothing has changed. */
export type Failed = {
  readonly outcome: "failed";
  readonly code: BrowserFailure | HostedCode;
  readonly notice: Notice;
};

/** The action was not done, or it is unknown whether it was. */
export type NotAccepted = Refused | Failed;

/** The rules' verdict, or a failure. Nothing has changed unless it is `accepted`. */
export type Outcome<T> = Accepted<T> | NotAccepted;

/** The requested value, or why there is none. */
export type Answer<T> = { readonly outcome: "accepted"; readonly value: T } | NotAccepted;
