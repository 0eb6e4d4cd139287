/** The console's formats for words, numbers and dates. */
import { CALL_OUTCOMES, STAFF_ROLES, STAGES, TASK_KINDS } from "@bindings/staff";
import type { HostedReferral, Maker, StaffView } from "@bindings";
import { CORRECTED_FIELDS } from "@bindings/hosted";

const DAY_MS = 86_400_000;
const LONG = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const RELATIVE = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

export const stageLabel = (stage: string) =>
  STAGES.find(({ value }) => value === stage)?.label ?? stage;

export const outcomeLabel = (outcome: string) =>
  CALL_OUTCOMES.find(({ value }) => value === outcome)?.label ?? outcome;

export const taskLabel = (task: string) =>
  TASK_KINDS.find(({ value }) => value === task)?.label ?? task;

export const roleLabel = (role: string) =>
  STAFF_ROLES.find(({ value }) => value === role)?.label ?? role;

/** The fields of a referral that can be corrected, with their labels and texts. */
export function correctableFields({ referral, referredShown, serviceLabel }: HostedReferral) {
  const shown = { ...referral, referredPhone: referredShown, service: serviceLabel };
  return CORRECTED_FIELDS.map(({ value, label }) => ({ field: value, label, text: shown[value] }));
}

/** Formats a date with time. */
export const formatDateTime = (at: number) => LONG.format(at);

/** A date with time, for people and programs. */
export const DateTime = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
);

/** Formats a date. */
export const formatDate = (at: number) => DAY.format(at);

/** The number of whole days since then. */
export const daysSince = (at: number) => Math.max(0, Math.floor((Date.now() - at) / DAY_MS));

/** Whether a time is over. */
export const isPast = (at: number) => at < Date.now();

/** "today", "yesterday", "12 days ago". */
export const ago = (at: number) => RELATIVE.format(-daysSince(at), "day");

/** How long something has lasted: "since today", "since yesterday", "for 12 days". */
export const durationSince = (at: number) =>
  daysSince(at) < 2 ? `since ${ago(at)}` : `for ${daysSince(at)} days`;

/** A count with its noun, in the singular or plural. */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;

/** Formats a rate; a dash without one. */
export const formatPercent = (rate: number | null) =>
  rate === null ? "–" : `${Math.round(rate * 100)} %`;

/** The name of whoever made a webhook or a token. */
export const makerName = (maker: Maker | null) => maker?.name || "A former colleague";

/** The owner's name, if known; a dash without one. */
export function staffName(id: string | undefined, colleagues: readonly StaffView[] | undefined) {
  if (!id) return "–";
  return colleagues?.find((colleague) => colleague.id === id)?.name ?? "Someone else";
}
