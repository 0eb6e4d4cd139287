import type { Report } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Failure } from "@/console/parts/listing";
import {
  FilterRow,
  useNobodysTeam,
  useServiceFilter,
  useTeamFilter,
} from "@/console/parts/filters";
import { SavedViews } from "@/console/parts/saved-views";
import { useFilters } from "@/console/parts/use-filters";
import { useReasonLabel, useServiceLabel } from "@/console/programme";
import { fetchJson, may, type ScreenProps } from "@/console/server";
import {
  CONVERSION,
  FUNNEL,
  OPENINGS,
  REASONS,
  REFERRERS,
  SOURCES,
  TIME_IN_STAGE,
} from "./figures";
import { OverTime } from "./over-time";
import { Owed } from "./owed";
import { Section } from "./section";

const BY_PERIOD = { name: "period", label: "Submitted" } as const;

const NONE_MATCH = "No referral matches. Change or clear the filters.";
const NONE_YET = "No referral has been submitted yet. Those that come in are counted here.";

/** The report on the referrals of a period. */
export default function ReportsScreen({ viewer }: ScreenProps) {
  const filters = useFilters();
  const reasonLabel = useReasonLabel();
  const serviceLabel = useServiceLabel();
  const byService = useServiceFilter();
  const byTeam = useTeamFilter();
  const nobodys = useNobodysTeam();
  const { from, to, service, team } = filters.query();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ from, to, service, team })) {
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
  const nothing = hasSome ? undefined : filters.hasAny ? (nobodys ?? NONE_MATCH) : NONE_YET;
  return (
    <>
      <title>Reports – Console</title>
      <h1>Reports</h1>
      <SavedViews />
      <FilterRow filters={[BY_PERIOD, byService, ...(byTeam ? [byTeam] : [])]} />
      {hasSome && <OverTime from={from} to={to} service={service} team={team} />}
      <Failure of={report} />
      {data && (
        <>
          <Section of={FUNNEL} rows={nothing ? [] : data.funnel} nothing={nothing} />
          <Section of={SOURCES} rows={nothing ? [] : data.sources} nothing={nothing} />
          <Section
            of={CONVERSION}
            rows={data.services.map((row) => ({ ...row, service: serviceLabel(row.service) }))}
            nothing={nothing}
          />
          <Section of={OPENINGS} rows={data.openings} nothing={nothing} />
          <Section
            of={TIME_IN_STAGE}
            rows={data.stages.filter(({ finished, running }) => finished ?? running)}
            nothing={nothing}
          />
          {may(viewer, "handle") && (
            <Section of={REFERRERS} rows={data.referrers} nothing={nothing} />
          )}
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
      {/* It is for all services and teams. */}
      {may(viewer, "audit") && <Owed named={may(viewer, "handle")} />}
    </>
  );
}
