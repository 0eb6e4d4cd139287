import type { Flag } from "@bindings";
import { CONSOLE_LIMITS, STAGES } from "@bindings/staff";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { TextField } from "@/components/fields/field";
import { useServices } from "@/console/programme";
import { teamsOf, useColleagues } from "@/console/server";
import { useKeys } from "@/console/keys";
import { SmallButton } from "./buttons";
import { FilterChips, type Offered } from "./filter-chips";
import { useFilters } from "./use-filters";
import styles from "./filters.module.css";

/** How long to wait after the last letter before a search begins, in milliseconds. */
export const SEARCH_PAUSE_MS = 150;

type RowProps = {
  /** The filters that may be added. */
  filters: readonly Offered[];
  /** The search, and whatever else stands in the row. */
  children?: ReactNode;
};

/** One row: the search, the filters in use, and what adds and removes them. */
export function FilterRow({ filters, children }: RowProps) {
  const { hasAny, clear } = useFilters();
  return (
    <search className={styles.row}>
      {children}
      {filters.length > 0 && <FilterChips offered={filters} />}
      {hasAny && <SmallButton onClick={clear}>Clear</SmallButton>}
    </search>
  );
}

const FLAGS: readonly { value: Flag; label: string }[] = [
  { value: "duplicate", label: "Possible duplicates" },
];

/** The filter by one service, offered or not. */
export function useServiceFilter(): Offered {
  return { name: "service", label: "Service", options: useServices() };
}

/** The filter by the team of whoever is responsible, where there are teams or one is in use. */
export function useTeamFilter(): Offered | undefined {
  const { data: colleagues } = useColleagues();
  const inUse = useFilters().get("team");
  const teams = teamsOf(colleagues);
  if (teams.length === 0 && !inUse) return undefined;
  const options = teams.map((team) => ({ value: team, label: team }));
  return { name: "team", label: "Team", options };
}

/** Says of a filter by a team that nobody is in it (any more); `undefined` of any other. */
export function useNobodysTeam(): string | undefined {
  const { data: colleagues } = useColleagues();
  const team = useFilters().get("team");
  if (!team || !colleagues || teamsOf(colleagues).includes(team)) return undefined;
  return `Nobody is in the team ${team} now. Change or clear the filter.`;
}

/** The filters of a list of referrals. */
export function Filters({ without = [] }: { without?: readonly Offered["name"][] }) {
  const { data: colleagues } = useColleagues();
  const byService = useServiceFilter();
  const byTeam = useTeamFilter();
  const people = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const offered: readonly Offered[] = [
    { name: "stage", label: "Stage", options: STAGES },
    byService,
    {
      name: "owner",
      label: "Responsible",
      options: [{ value: "none", label: "Nobody" }, ...people],
    },
    ...(byTeam ? [byTeam] : []),
    { name: "flag", label: "Flag", options: FLAGS },
    { name: "period", label: "Submitted" },
  ];
  return (
    <FilterRow filters={offered.filter(({ name }) => !without.includes(name))}>
      <Search />
    </FilterRow>
  );
}

type SearchProps = {
  label?: string;
  /** Whether it searches referrals, where short texts are searched only among the newest. */
  ofReferrals?: boolean;
};

/** The search field. It searches when nothing was typed for a moment. */
export function Search({ label = "Search", ofReferrals = true }: SearchProps) {
  const filters = useFilters();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ "/": ["Search", () => field.current?.focus()] });
  const inAddress = filters.get("q");
  const [typed, setTyped] = useState(inAddress);
  // What this field has searched for, which the address says some time later: by then one may have typed on.
  const [asked, setAsked] = useState(inAddress);
  const [before, setBefore] = useState(inAddress);
  if (before !== inAddress) {
    setBefore(inAddress);
    setAsked(inAddress);
    if (inAddress !== asked) setTyped(inAddress);
  }
  useEffect(() => {
    if (typed === inAddress) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      filters.set("q", typed);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const { searchAllFrom, searched } = CONSOLE_LIMITS;
  const isShort = ofReferrals && typed !== "" && [...typed].length < searchAllFrom;
  return (
    <TextField
      type="search"
      label={label}
      hint={
        isShort &&
        `Type ${searchAllFrom} letters or digits to search all referrals. With fewer, only the newest ${searched.toLocaleString("en-GB")} are searched.`
      }
      ref={field}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
