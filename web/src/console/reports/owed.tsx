/** What is owed in points, whatever the period of the report. */
import type { OwedByAge, OwedByRulebook, OwedExpiring, OwedPoints, OwedRewards } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "@/console/parts/listing";
import { fetchJson } from "@/console/server";
import { Section, type SectionOf } from "./section";
import shared from "@/console/console.module.css";

const number = new Intl.NumberFormat("en-GB");
const NOTHING = "Nothing is owed: nobody has points.";

/** Points with what they are counted under. */
type Row = { readonly name: string; readonly owed: OwedPoints };

const ALL = "All";

function sumOf(rows: readonly Row[]): Row {
  const sum = (of: keyof OwedPoints) => rows.reduce((all, { owed }) => all + owed[of], 0);
  return {
    name: ALL,
    owed: { points: sum("points"), available: sum("available"), onHold: sum("onHold") },
  };
}

const owedBy = (
  title: string,
  label: string,
  file: string,
  explanation: string,
): SectionOf<Row> => ({
  title,
  explanation,
  file,
  figures: [
    { label, of: ({ name }) => name },
    { label: "Points", of: ({ owed }) => owed.points },
    { label: "Available", of: ({ owed }) => owed.available },
    { label: "On hold", of: ({ owed }) => owed.onHold },
  ],
  // A bar has no length below zero.
  bar: ({ name, owed }) => ({
    label: name,
    value: Math.max(0, owed.points),
    part: Math.max(0, owed.available),
    formatted: number.format(owed.points),
  }),
  sum: sumOf,
  empty: NOTHING,
});

const BY_AGE = owedBy(
  "Owed by age",
  "Days since the award",
  "points-owed-by-age",
  "How long ago the points were awarded. The green part is available, the rest on hold.",
);
const BY_RULEBOOK = owedBy(
  "Owed by rulebook",
  "Rulebook",
  "points-owed-by-rulebook",
  "Which version of the rulebook held for the referrals that earned them.",
);
const BY_REFERRER = owedBy(
  "Owed to whom",
  "Referrer",
  "points-owed-by-referrer",
  "The twenty who have most, and everybody else.",
);

const EXPIRING: SectionOf<OwedExpiring> = {
  title: "Points whose validity ends",
  explanation:
    "At most so many expire, if nobody uses them before. What was exchanged of them already is not taken off.",
  file: "points-whose-validity-ends",
  figures: [
    { label: "Days from now", of: ({ fromDays, toDays }) => `${fromDays + 1}–${toDays}` },
    { label: "Points, at most", of: ({ points }) => points },
  ],
  bar: ({ fromDays, toDays, points }) => ({
    label: `${fromDays + 1}–${toDays}`,
    value: Math.max(0, points),
    formatted: number.format(points),
  }),
  empty: "No points expire within a year.",
};

/** What is owed in all, by age, by rulebook, and to whom most. */
export function Owed({ named = true }: { named?: boolean }) {
  const owed = useQuery({
    queryKey: ["owed"],
    queryFn: () => fetchJson<OwedRewards>("/rewards/owed"),
  });
  const { data } = owed;
  return (
    <>
      <h2>Points owed</h2>
      <Failure of={owed} />
      {data && (
        <>
          <p className={shared.lead}>{inWords(data.all)}</p>
          <Section
            of={BY_AGE}
            rows={data.rulebooks.length > 0 ? [...data.ages.map(ofAge), ...gone(data)] : []}
          />
          <Section of={BY_RULEBOOK} rows={[...data.rulebooks.map(ofRulebook), ...gone(data)]} />
          <Section
            of={EXPIRING}
            rows={data.expiring.some(({ points }) => points !== 0) ? data.expiring : []}
          />
          {named && <Section of={BY_REFERRER} rows={byReferrer(data)} />}
        </>
      )}
    </>
  );
}

const inWords = ({ points, available, onHold }: OwedPoints) =>
  `${number.format(points)} points in all, whenever they were earned: ${number.format(
    available,
  )} are available and ${number.format(onHold)} on hold. Points of people who were erased are not counted.`;

const ofAge = ({ fromDays, toDays, owed }: OwedByAge): Row => ({
  name: toDays === null ? `${fromDays} and more` : `${fromDays}–${toDays}`,
  owed,
});

const ofRulebook = ({ version, owed }: OwedByRulebook): Row => ({
  name: version === 0 ? "Without a rulebook" : `Version ${version}`,
  owed,
});

/** What was exchanged, and what has expired, is taken from no age and no rulebook. */
const gone = ({ exchanged, expired }: OwedRewards): Row[] =>
  [
    { name: "Exchanged", owed: exchanged },
    { name: "Expired", owed: expired },
  ].filter(({ owed }) => owed.points !== 0);

function byReferrer({ referrers, others, all }: OwedRewards): Row[] {
  const rows = referrers.map(({ name, shown, owed }) => ({
    name: name || shown ? `${name}, ${shown}` : "Somebody whose referrals were erased",
    owed,
  }));
  const named = sumOf(rows).owed.points;
  return named === all.points ? rows : [...rows, { name: "Everybody else", owed: others }];
}
