/** What records and the browser's rules say in English, in the language of the page. */
import { type Import, type Notice, type Referral, REJECTIONS, SERVICE_OPTIONS } from "@bindings";
import { number } from "@/content/format";
import { locale } from "@/content/generated/language";
import { site } from "@/content/generated/site";
import * as shared from "@/content/generated/words/components";
import * as words from "@/content/generated/words/referral";
import * as rules from "@/content/generated/words/rules";
import type { Outcome } from "@/outcome";
import type {
  AdminActions,
  ListedReferral,
  Programme,
  ProgrammeState,
} from "@/programme/programme";
import { Store } from "@/store";

/** Whether the page is in English. */
declare const __IS_ORIGINAL__: boolean;

/** A status; one that this version does not know is shown as it is stored. */
export function statusIn(status: string): string {
  if (__IS_ORIGINAL__) return status;
  return { Pending: words.pending, Successful: words.successful }[status] ?? status;
}

/** The day of a referral. The record has it as the browser wrote it, and the instant as its id. */
export function dayIn({ id, date }: Referral): string {
  return __IS_ORIGINAL__ ? date : new Date(id).toLocaleDateString(locale, { dateStyle: "long" });
}

/** The locale of dates: the reader's own in English, which has many, and else that of the page. */
export const reader = __IS_ORIGINAL__ ? undefined : locale;

/** A device such as `Firefox on Android`, in names alone. */
export function deviceIn(device: string): string {
  return __IS_ORIGINAL__ ? device : device.replace(" on ", " · ");
}

type OwnProgramme = Programme & AdminActions;

/**
 * The same programme, which says in the language of the page what it shows and what its actions came to. A server says it
 * by itself: this is for the browser's rules, which speak English.
 */
export function programmeInLanguage(programme: OwnProgramme): OwnProgramme {
  const state = new Store(stateIn(programme.state.get()));
  programme.state.subscribe(() => state.set(stateIn(programme.state.get())));
  return {
    state,
    open: () => programme.open(),
    loadMore: () => programme.loadMore(),
    logOut: () => programme.logOut(),
    export: (format) => programme.export(format),
    requestCode: (mobile, showNotice) =>
      said(programme.requestCode(mobile, showNotice), () => [
        rules.codeSentTitle,
        rules.codeSent({ mobile, code: site.programme.simulatedCode }),
      ]),
    logIn: (mode, mobile, code) =>
      said(programme.logIn(mode, mobile, code), () =>
        mode === "signup"
          ? [rules.signedUpTitle, rules.signedUp]
          : [rules.loggedInTitle, rules.loggedIn],
      ),
    submit: (draft, beside) =>
      said(programme.submit(draft, beside), () => [
        rules.referralSubmittedTitle,
        rules.referralSubmitted({ name: draft.referredName }),
      ]),
    savePoints: (key, points) =>
      said(programme.savePoints(key, points), () => [
        rules.pointsAssignedTitle,
        rules.pointsAssigned,
      ]),
    previewImport: (text) => said(programme.previewImport(text)),
    import: (text) => said(programme.import(text), (done) => [shared.importDone, countsIn(done)]),
    erase: () => said(programme.erase(), () => [rules.erasedTitle, rules.erased]),
  };
}

function stateIn(state: ProgrammeState): ProgrammeState {
  if (state.phase !== "ready") return state;
  const { referrals, unreadable } = state;
  return {
    ...state,
    referrals: referrals.map((view) => ({ ...view, serviceLabel: serviceOf(view) })),
    ...(unreadable && { unreadable: { ...unreadable, notice: unreadableIn(unreadable.notice) } }),
  };
}

/** The service of a referral; one that is not offered any more is shown as it is stored. */
function serviceOf({ referral, serviceLabel }: ListedReferral): string {
  return SERVICE_OPTIONS.find(({ value }) => value === referral.service)?.label ?? serviceLabel;
}

function unreadableIn(notice: Notice): Notice {
  return { ...notice, title: rules.unreadableTitle, description: rules.unreadable };
}

/** A refusal is said by its code; for what was done, `done` gives a title and a sentence. */
async function said<T>(
  action: Promise<Outcome<T>>,
  done?: (value: T) => readonly [title: string, description: string],
): Promise<Outcome<T>> {
  const outcome = await action;
  if (outcome.outcome === "refused") {
    const code = outcome.codes[0] as keyof typeof REJECTIONS;
    return { ...outcome, notice: REJECTIONS[code].notice ?? outcome.notice };
  }
  if (outcome.outcome !== "accepted" || !done) return outcome;
  const [title, description] = done(outcome.value);
  return { ...outcome, notice: { ...outcome.notice, title, description } };
}

function countsIn(done: Import): string {
  const counts: [string, number][] = [
    [shared.importNew, done.new],
    [shared.importChanged, done.changed],
    [shared.importSame, done.same],
    [shared.importRefused, done.refused],
    [shared.importUnreadable, done.unreadable],
    [shared.importDenied, done.denied],
    [shared.importFuture, done.future],
    [shared.importIgnored, done.ignored],
  ];
  const some = counts.filter(([, count]) => count > 0);
  return some.map(([name, count]) => `${name}: ${number(count)}`).join(" · ");
}
