import type { Report } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Failure } from "@/console/parts/listing";
import { BY_SERVICE, FilterRow } from "@/console/parts/filters";
import { SavedViews } from "@/console/parts/saved-views";
import { useFilters } from "@/console/parts/use-filters";
import { useReasonLabel } from "@/console/programme";
import { fetchJson } from "@/console/server";
import { CONVERSION, FUNNEL, REASONS, REFERRERS, TIME_IN_STAGE } from "./figures";
import { OverTime } from "./over-time";
import { Section } from "./section";

const FILTERS = [{ name: "period", label: "Submitted" }, BY_SERVICE] as const;

const NONE_MATCH =
  "No referral was submitted in this period for this service. Change or clear the filters.";
const NONE_YET = "No referral has been submitted yet. Those that come in are counted here.";

/** The report on the referrals of a period. */
export default function ReportsScreen() {
  const filters = useFilters();
  const reasonLabel = useReasonLabel();
  const { from, to, service } = filters.query();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ from, to, service })) {
    if (value) query.set(name, String(value));
  }
  const path = `/reports?${query.toString()}`;
  const report = useQuery({
    queryKey: [path],
    queryFn: () => fetchJson<Report>(path),
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  const hasSome = data?.funnel.some(({ reached }) => reached > 0);
  const nothing = hasSome ? undefined : filters.hasAny ? NONE_MATCH : NONE_YET;
  return (
    <>
      <title>Reports – Console</title>
      <h1>Reports</h1>
      <SavedViews />
      <FilterRow filters={FILTERS} />
      {hasSome && <OverTime from={from} to={to} service={service} />}
      <Failure of={report} />
      {data && (
        <>
          <Section of={FUNNEL} rows={nothing ? [] : data.funnel} nothing={nothing} />
          <Section of={CONVERSION} rows={data.services} nothing={nothing} />
          <Section
            of={TIME_IN_STAGE}
            rows={data.stages.filter(({ finished, running }) => finished ?? running)}
            nothing={nothing}
          />
          <Section of={REFERRERS} rows={data.referrers} nothing={nothing} />
          <Section
            of={REASONS}
            rows={data.reasons.map((row) => ({
              ...row,
              reason: row.reason && reasonLabel(row.reason),
            }))}
            nothing={nothing}
          />
        </>
      )}
    </>
  );
}
