/** A server says in English what it has done. A page in another language knows what it asked for, and says it itself. */
import type { LoginMode, ReferralCommand, ReferralDraft } from "@bindings";
import { DONE_NOTICES, type DoneNotice } from "@bindings/hosted";
import type { Accepted } from "@/outcome";

/** What the bodies of these requests have in them. */
type Asked = {
  readonly mode?: LoginMode;
  readonly mobile?: string;
  readonly draft?: ReferralDraft;
  readonly command?: ReferralCommand;
};

/** Says by what was asked, and by the status of the answer, what was done. */
type Say = (asked: Asked, status: number) => DoneNotice | undefined;

/** What members write, with the notice of each. */
const WRITES: readonly (readonly [RegExp, Say])[] = [
  [/^POST \/codes$/, () => "otpSent"],
  [/^POST \/session$/, ({ mode }) => (mode === "signup" ? "signedUp" : "loggedIn")],
  [/^POST \/session\/second-factor$/, () => "confirmed"],
  [/^POST \/referrals$/, () => "referralSubmitted"],
  [
    /^POST \/referrals\/[^/]+\/commands$/,
    ({ command }) => command && COMMANDS[command.kind]?.(command),
  ],
  [/^POST \/referrals\/[^/]+\/page$/, () => "pageMade"],
  [/^PUT \/me\/name$/, () => "nameSaved"],
  [/^PUT \/me\/notifications$/, () => "notificationsSaved"],
  [/^PUT \/me\/leaderboard$/, () => "leaderNameSaved"],
  [/^DELETE \/me\/leaderboard$/, () => "leaderNameRemoved"],
  [/^PUT \/me\/link$/, (_, status) => (status === CREATED ? "linkMade" : "linkSaved")],
  [/^POST \/me\/redemptions$/, () => "redemptionRequested"],
  [/^POST \/me\/redemptions\/\d+\/cancel$/, () => "redemptionCancelled"],
  [/^PUT \/me\/redemptions\/\d+\/reference$/, () => "referenceSaved"],
  [/^DELETE \/me(\?.*)?$/, () => "accountErased"],
];

const COMMANDS: Readonly<Record<string, (command: ReferralCommand) => DoneNotice>> = {
  withdraw: () => "withdrawn",
  correct: () => "corrected",
  undo: () => "undone",
  "say-who": (command) => (command.kind === "say-who" && command.says ? "saysWho" : "saysNotWho"),
};

/** The status of an answer that something was made (RFC 9110, 15.3.2). */
const CREATED = 201;

/** The answer to a request such as `PUT /me/name`, with its status, in the language of the page. */
export function doneInLanguage<T>(
  answer: Accepted<T>,
  status: number,
  request: string,
  asked: Asked = {},
): Accepted<T> {
  const [, say] = WRITES.find(([which]) => which.test(request)) ?? [];
  const name = say?.(asked, status);
  if (!name) return answer;
  const { title, description, variant } = DONE_NOTICES[name];
  const places = [
    ["{number}", asked.mobile],
    ["{name}", asked.draft?.referredName],
  ] as const;
  const filled = places.reduce(
    // The value keeps its own direction within the text (Unicode, annex 9: FSI and PDI).
    (text, [place, value]) => text.replace(place, () => `\u2068${value ?? ""}\u2069`),
    description,
  );
  return { ...answer, notice: { title, description: filled, variant } };
}
