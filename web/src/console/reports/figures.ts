/** The sections of the report: what each counts, with its table and its chart. */
import { type Report, SERVICE_OPTIONS, type Side, type Times } from "@bindings";
import { formatPercent, reasonLabel, stageLabel } from "@/console/parts/formats";
import type { SectionOf } from "./section";

type Row<Name extends keyof Report> = Report[Name][number];

const DAY_MS = 86_400_000;
const EMPTY = "No referral was submitted in this period.";

/** Days with one decimal, so that durations can be compared in a table. */
const days = (ms: number) => Math.round((ms / DAY_MS) * 10) / 10;

/** How many referrals have reached each stage; the first row has all of them. */
export const FUNNEL: SectionOf<Row<"funnel">> = {
  title: "Funnel",
  explanation:
    "How many of the referrals submitted in the period reached each stage. What was undone does not count.",
  file: "funnel",
  figures: [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Reached", of: ({ reached }) => reached },
    {
      label: "Of all",
      of: ({ reached }, rows) =>
        formatPercent(reached / Math.max(...rows.map((row) => row.reached))),
    },
  ],
  bar: ({ stage, reached }) => ({
    label: stageLabel(stage),
    value: reached,
    formatted: String(reached),
  }),
  empty: EMPTY,
};

const serviceLabel = (service: string) =>
  SERVICE_OPTIONS.find(({ value }) => value === service)?.label ?? service;

/** The share of closed referrals that were successful, for each service. */
export const CONVERSION: SectionOf<Row<"services">> = {
  title: "Conversion by service",
  explanation:
    "The successful share of the closed referrals. With fewer than 30 it is an estimate: the line shows its 95 % range.",
  file: "conversion",
  figures: [
    { label: "Service", of: ({ service }) => serviceLabel(service) },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Closed", of: ({ closed }) => closed },
    { label: "Rate", of: ({ rate }) => formatPercent(rate) },
    {
      label: "Between",
      of: ({ between }) => between?.map((rate) => formatPercent(rate)).join(" and ") ?? "–",
    },
    { label: "Still open", of: ({ open }) => open },
  ],
  bar: ({ service, rate, between }) => ({
    label: serviceLabel(service),
    value: 0,
    part: rate ?? 0,
    formatted: formatPercent(rate),
    interval: between,
  }),
  max: 1,
  empty: EMPTY,
};

const inDays = (times: Times | null, which: "median" | "p90") => (times ? days(times[which]) : "–");

/** How long referrals stay in each stage. */
export const TIME_IN_STAGE: SectionOf<Row<"stages">> = {
  title: "Time in stage",
  explanation:
    "How long referrals stayed before they left each stage; those still there are counted separately. The green part is the median. Nine out of ten took no longer than the whole bar. Both are estimates, to 5 % and half a day.",
  file: "time-in-stage",
  figures: [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Left it", of: ({ finished }) => finished?.count ?? 0 },
    { label: "Median (days)", of: ({ finished }) => inDays(finished, "median") },
    { label: "9 of 10 within", of: ({ finished }) => inDays(finished, "p90") },
    { label: "Still there", of: ({ running }) => running?.count ?? 0 },
    { label: "Median so far", of: ({ running }) => inDays(running, "median") },
  ],
  bar: ({ stage, finished }) => ({
    label: stageLabel(stage),
    value: finished?.p90 ?? 0,
    part: finished?.median ?? 0,
    formatted: finished ? `${days(finished.median)} d` : "–",
  }),
  empty: EMPTY,
};

/** The most successful referrers. */
export const REFERRERS: SectionOf<Row<"referrers">> = {
  title: "Top referrers",
  explanation:
    "Who made the most successful referrals in the period. The bar shows all of their referrals; the green part was successful.",
  file: "referrers",
  figures: [
    { label: "Referrer", of: ({ name, shown }) => `${name}, ${shown}` },
    { label: "Referrals", of: ({ referrals }) => referrals },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Points", of: ({ points }) => points },
  ],
  bar: ({ name, shown, referrals, successful }) => ({
    label: `${name}, ${shown}`,
    value: referrals,
    part: successful,
    formatted: String(referrals),
  }),
  empty: EMPTY,
};

const SIDES: Readonly<Record<Side, string>> = {
  person: "The person",
  company: "The company",
  record: "The record",
  other: "Other",
};

const declinedFor = ({ reason }: Row<"reasons">) =>
  reason ? reasonLabel(reason) : "Not on record";

/** The reasons for declining. */
export const REASONS: SectionOf<Row<"reasons">> = {
  title: "Why they were declined",
  explanation: "Of the referrals submitted in the period, those that are now declined.",
  file: "reasons",
  figures: [
    { label: "Reason", of: declinedFor },
    { label: "Whose side", of: ({ side }) => SIDES[side] },
    { label: "Declined", of: ({ count }) => count },
  ],
  bar: (row) => ({ label: declinedFor(row), value: row.count, formatted: String(row.count) }),
  empty: "None was declined.",
};
