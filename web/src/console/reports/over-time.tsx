import type { IntervalReport, Intervals } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { CsvButton } from "@/console/parts/csv";
import { DataTable } from "@/console/parts/data-table";
import { formatDate, formatPercent } from "@/console/parts/formats";
import { fetchJson } from "@/console/server";
import shared from "@/console/console.module.css";
import { duration } from "./figures";
import { type Period, periodOf } from "./period";
import styles from "./reports.module.css";

/** A figure of the report: of the whole period, and of each step of it. */
type Figure = {
  readonly label: string;
  readonly definition: string;
  readonly of: (interval: IntervalReport) => number | null;
  readonly shown: (value: number | null) => string;
};

const FIGURES: readonly Figure[] = [
  {
    label: "Received",
    definition: "Referrals that were submitted",
    of: ({ received }) => received,
    shown: String,
  },
  {
    label: "Conversion",
    definition: "Of those that are closed, how many are successful",
    of: ({ rate }) => rate,
    shown: formatPercent,
  },
  {
    label: "Time to success",
    definition: "From submission to points, for half of the successful ones",
    of: ({ toSuccess }) => toSuccess,
    shown: (time) => (time === null ? "–" : duration(time)),
  },
  {
    label: "Still open",
    definition: "Neither successful, declined nor withdrawn",
    of: ({ open }) => open,
    shown: String,
  },
];

type Props = {
  from: number | undefined;
  to: number | undefined;
  service: string | undefined;
  team: string | undefined;
};

/** The four figures that a report opens with, over time and beside those of the period before. */
export function OverTime({ from, to, service, team }: Props) {
  const period = periodOf(from, to);
  const { steps, before } = period;
  const [start = 0, end = 0] = [steps[0], steps.at(-1)];
  const { data: whole } = useQuery(intervalsQuery([before, start, end], { service, team }));
  const { data: parts } = useQuery(intervalsQuery(steps, { service, team }));
  const id = useId();
  const [earlier, now] = whole?.intervals ?? [];
  if (!earlier || !now || !parts) return null;
  const label = from === undefined && to === undefined ? "The last 12 months" : wordsOf(period);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.period}>
        {label}
      </h2>
      <dl className={styles.figures}>
        {FIGURES.map(({ label: name, definition, of, shown }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{shown(of(now))}</b> <small>before: {shown(of(earlier))}</small>
              <Line values={parts.intervals.map(of)} />
              <p className={shared.hint}>{definition}</p>
            </dd>
          </div>
        ))}
      </dl>
      <p className={shared.hint}>
        {`Before: ${formatDate(before)} to ${formatDate(start - 1)}. What was submitted lately has had less time to succeed.`}
      </p>
      <Steps period={period} steps={parts.intervals} />
    </section>
  );
}

function intervalsQuery(
  instants: readonly number[],
  { service, team }: Pick<Props, "service" | "team">,
) {
  const at = instants.join(",");
  const query = new URLSearchParams({ at, ...(service && { service }), ...(team && { team }) });
  const path = `/reports/intervals?${query.toString()}`;
  return {
    queryKey: [path],
    queryFn: () => fetchJson<Intervals>(path),
    placeholderData: keepPreviousData,
  };
}

const wordsOf = ({ steps }: Period) =>
  `${formatDate(steps[0] ?? 0)} to ${formatDate((steps.at(-1) ?? 1) - 1)}`;

/** The same figures, step by step, as a table and a file. */
function Steps({ period, steps }: { period: Period; steps: readonly IntervalReport[] }) {
  const columns = FIGURES.map(({ label, of, shown }) => ({
    label,
    cell: (step: IntervalReport) => shown(of(step)),
    isFigure: true,
  }));
  const head = { day: "Day", week: "Week from", month: "From" }[period.unit];
  const title = "The figures over time";
  return (
    <details className={styles.steps}>
      <summary>{title} as a table</summary>
      <CsvButton
        name="over-time"
        head={[head, ...FIGURES.map(({ label }) => label)]}
        rows={steps.map((step) => [
          formatDate(step.from),
          ...FIGURES.map(({ of, shown }) => shown(of(step))),
        ])}
      />
      <DataTable
        caption={title}
        rows={steps}
        keyOf={({ from }) => from}
        columns={[{ label: head, cell: ({ from }) => formatDate(from) }, ...columns]}
      />
    </details>
  );
}

/** The height of the line, and how far it keeps from the edges, in the units of its drawing. */
const HEIGHT = 40;
const EDGE = 3;

/** A line through the values, from zero; where there is no value, it is interrupted. */
function Line({ values }: { values: readonly (number | null)[] }) {
  const largest = Math.max(...values.map((value) => value ?? 0)) || 1;
  const point = (value: number, index: number) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * 100 : 50;
    return `${x} ${HEIGHT - EDGE - (value / largest) * (HEIGHT - 2 * EDGE)}`;
  };
  const path = values.map((value, index) => {
    if (value === null) return "";
    // A step without neighbours is a dot.
    const begins = index === 0 || values[index - 1] === null;
    return `${begins ? "M" : "L"}${point(value, index)}${begins ? "h0" : ""}`;
  });
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join("")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
