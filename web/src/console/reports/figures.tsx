/** The sections of the report, each with its numbers and its chart. */
import { type Report, SERVICE_OPTIONS, type Side, type Times } from "@bindings";
import { percent, reasonLabel, stageLabel } from "@/console/parts/words";
import { Bars } from "./bars";
import { type Figure, Section } from "./section";

type Rows<Name extends keyof Report> = { rows: Report[Name] };
type Row<Name extends keyof Report> = Report[Name][number];

const DAY_MS = 86_400_000;
const EMPTY = "No referral was submitted in this period.";

/** Days with one decimal, so that durations can be compared in a table. */
const days = (ms: number) => Math.round((ms / DAY_MS) * 10) / 10;

/** How many referrals have reached each stage. */
export function Funnel({ rows }: Rows<"funnel">) {
  const all = Math.max(0, ...rows.map(({ reached }) => reached));
  const figures: readonly [Figure<Row<"funnel">>, ...Figure<Row<"funnel">>[]] = [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Reached", of: ({ reached }) => reached },
    { label: "Of all", of: ({ reached }) => percent(all === 0 ? null : reached / all) },
  ];
  return (
    <Section
      title="Funnel"
      counts="How many of the referrals submitted in the period reached each stage. What was undone does not count."
      file="funnel"
      rows={all === 0 ? [] : rows}
      figures={figures}
      empty={EMPTY}
    >
      <Bars
        bars={rows.map(({ stage, reached }) => ({
          label: stageLabel(stage),
          value: reached,
          shown: String(reached),
        }))}
      />
    </Section>
  );
}

const serviceLabel = (service: string) =>
  SERVICE_OPTIONS.find(({ value }) => value === service)?.label ?? service;

/** The share of closed referrals that were successful, for each service. */
export function Conversion({ rows }: Rows<"services">) {
  const figures: readonly [Figure<Row<"services">>, ...Figure<Row<"services">>[]] = [
    { label: "Service", of: ({ service }) => serviceLabel(service) },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Closed", of: ({ closed }) => closed },
    { label: "Rate", of: ({ rate }) => percent(rate) },
    {
      label: "Between",
      of: ({ between }) => between?.map((rate) => percent(rate)).join(" and ") ?? "–",
    },
    { label: "Still open", of: ({ open }) => open },
  ];
  return (
    <Section
      title="Conversion by service"
      counts="The successful share of the closed referrals. With fewer than 30 it is an estimate: the line shows its 95 % range."
      file="conversion"
      rows={rows}
      figures={figures}
      empty={EMPTY}
    >
      <Bars
        most={1}
        bars={rows.map(({ service, rate, between }) => ({
          label: serviceLabel(service),
          value: 0,
          part: rate ?? 0,
          shown: percent(rate),
          interval: between,
        }))}
      />
    </Section>
  );
}

const inDays = (times: Times | null, which: "median" | "p90") => (times ? days(times[which]) : "–");

/** How long referrals stay in each stage. */
export function TimeInStage({ rows }: Rows<"stages">) {
  const figures: readonly [Figure<Row<"stages">>, ...Figure<Row<"stages">>[]] = [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Left it", of: ({ finished }) => finished?.count ?? 0 },
    { label: "Median (days)", of: ({ finished }) => inDays(finished, "median") },
    { label: "9 of 10 within", of: ({ finished }) => inDays(finished, "p90") },
    { label: "Still there", of: ({ running }) => running?.count ?? 0 },
    { label: "Median so far", of: ({ running }) => inDays(running, "median") },
  ];
  return (
    <Section
      title="Time in stage"
      counts="How long referrals stayed before they left each stage; those still there are counted separately. The green part is the median. Nine out of ten took no longer than the whole bar. Both are estimates, to 5 % and half a day."
      file="time-in-stage"
      rows={rows.filter(({ finished, running }) => finished ?? running)}
      figures={figures}
      empty={EMPTY}
    >
      <Bars
        bars={rows.map(({ stage, finished }) => ({
          label: stageLabel(stage),
          value: finished?.p90 ?? 0,
          part: finished?.median ?? 0,
          shown: finished ? `${days(finished.median)} d` : "–",
        }))}
      />
    </Section>
  );
}

/** The most successful referrers. */
export function Referrers({ rows }: Rows<"referrers">) {
  const figures: readonly [Figure<Row<"referrers">>, ...Figure<Row<"referrers">>[]] = [
    { label: "Referrer", of: ({ name, shown }) => `${name}, ${shown}` },
    { label: "Referrals", of: ({ referrals }) => referrals },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Points", of: ({ points }) => points },
  ];
  return (
    <Section
      title="Top referrers"
      counts="Who made the most successful referrals in the period. The bar shows all of their referrals; the green part was successful."
      file="referrers"
      rows={rows}
      figures={figures}
      empty={EMPTY}
    >
      <Bars
        bars={rows.map(({ name, shown, referrals, successful }) => ({
          label: `${name}, ${shown}`,
          value: referrals,
          part: successful,
          shown: String(referrals),
        }))}
      />
    </Section>
  );
}

const SIDES: Readonly<Record<Side, string>> = {
  person: "The person",
  company: "The company",
  record: "The record",
  other: "Other",
};

/** The reasons for declining. */
export function Reasons({ rows }: Rows<"reasons">) {
  const labelOf = ({ reason }: Row<"reasons">) => (reason ? reasonLabel(reason) : "Not on record");
  const figures: readonly [Figure<Row<"reasons">>, ...Figure<Row<"reasons">>[]] = [
    { label: "Reason", of: labelOf },
    { label: "Whose side", of: ({ side }) => SIDES[side] },
    { label: "Declined", of: ({ count }) => count },
  ];
  return (
    <Section
      title="Why they were declined"
      counts="Of the referrals submitted in the period, those that are now declined."
      file="reasons"
      rows={rows}
      figures={figures}
      empty="None was declined."
    >
      <Bars
        bars={rows.map((row) => ({
          label: labelOf(row),
          value: row.count,
          shown: String(row.count),
        }))}
      />
    </Section>
  );
}
