import { type Flag, SERVICE_OPTIONS } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console";
import { STAGES } from "@bindings/staff";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { Button } from "@/components/button/button";
import { SelectField, TextField } from "@/components/fields/field";
import { SmallButton } from "./buttons";
import { useColleagues } from "@/console/server";
import { useKeys } from "@/console/keys";
import styles from "@/console/console.module.css";

/** How long to wait after the last letter before a search begins, in milliseconds. */
export const SEARCH_PAUSE_MS = 150;

/** The filters of a list of referrals, by their names in the address. */
type Filter =
  | "q"
  | "stage"
  | "service"
  | "owner"
  | "referrer"
  | "flag"
  | "state"
  | "kind"
  | "from"
  | "to"
  | "sort";

/**
 * The filters in the address, so that a view can be saved, sent and returned to. The search text
 * may be a phone number, so it is in the fragment (after #), which is neither sent to a server nor
 * saved.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { hash, search: others } = useLocation();
  const navigate = useNavigate();
  const searchText = decoded(hash.slice(1));
  const inUse = [...params.keys()].some((name) => name !== "sort");
  return {
    get: (name: Filter) => (name === "q" ? searchText : (params.get(name) ?? "")),
    set: (name: Filter, value: string) => {
      if (name === "q") {
        const to = { search: others, hash: value && `#${encodeURIComponent(value)}` };
        return void navigate(to, { replace: true });
      }
      const next = new URLSearchParams(params);
      if (value) next.set(name, value);
      else next.delete(name);
      return void navigate({ search: `?${next}`, hash }, { replace: true });
    },
    clear: () => setParams(new URLSearchParams(), { replace: true }),
    /** Whether there is a filter besides the search. */
    inUse,
    hasAny: searchText !== "" || inUse,
    /** The query for the server. */
    query: () => ({
      ...text("search", searchText),
      ...text("stage", params.get("stage")),
      ...text("service", params.get("service")),
      ...text("owner", params.get("owner")),
      ...text("referrer", params.get("referrer")),
      ...text("flag", params.get("flag")),
      ...text("sort", params.get("sort")),
      ...date("from", params.get("from"), 0),
      ...date("to", params.get("to"), 1),
    }),
  };
}

/** Somebody may have typed a fragment that cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const text = <Name extends string>(name: Name, value: string | null) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>;

/** The start of a day, or of the next day, in milliseconds since 1970. */
function date<Name extends "from" | "to">(
  name: Name,
  value: string | null,
  days: number,
): Partial<Record<Name, number>> {
  const at = value ? new Date(`${value}T00:00`) : undefined;
  if (!at || Number.isNaN(at.getTime())) return {};
  at.setDate(at.getDate() + days);
  return { [name]: at.getTime() } as Record<Name, number>;
}

const FLAGS: readonly { value: Flag; label: string }[] = [
  { value: "duplicate", label: "Possible duplicates" },
];

type FilterProps = { name: Filter; label: string };
type SelectProps = FilterProps & {
  options: readonly { readonly value: string; readonly label: string }[];
};

/** Filters by one of some values, or not at all. */
export function FilterSelect({ name, label, options }: SelectProps) {
  const filters = useFilters();
  return (
    <SelectField
      label={label}
      options={[{ value: "", label: "All" }, ...options]}
      value={filters.get(name)}
      onChange={({ target }) => filters.set(name, target.value)}
    />
  );
}

/** Filters by a day. */
export function FilterDay({ name, label }: FilterProps) {
  const filters = useFilters();
  return (
    <TextField
      type="date"
      label={label}
      value={filters.get(name)}
      onChange={({ target }) => filters.set(name, target.value)}
    />
  );
}

/** Removes all filters, if there are any. */
export function ClearFilters() {
  const { hasAny, clear } = useFilters();
  return hasAny && <SmallButton onClick={clear}>Clear</SmallButton>;
}

/** The filters of a list of referrals. */
export function Filters({ without = [] }: { without?: readonly Filter[] }) {
  const { data: colleagues } = useColleagues();
  const people = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { inUse } = useFilters();
  const [open, setOpen] = useState(inUse);
  const [wasInUse, setWasInUse] = useState(inUse);
  // A saved view may bring filters, which should be seen.
  if (inUse !== wasInUse) {
    setWasInUse(inUse);
    if (inUse) setOpen(true);
  }
  return (
    <search className={styles.folding}>
      <div className={styles.filters}>
        <Search />
        <Button
          variant="quiet"
          className={`${styles.small} ${styles.fold}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filters
        </Button>
        {!without.includes("stage") && <FilterSelect name="stage" label="Stage" options={STAGES} />}
        <FilterSelect name="service" label="Service" options={SERVICE_OPTIONS} />
        <FilterSelect
          name="owner"
          label="Responsible"
          options={[{ value: "none", label: "Nobody" }, ...people]}
        />
        {!without.includes("flag") && <FilterSelect name="flag" label="Flag" options={FLAGS} />}
        <FilterDay name="from" label="From" />
        <FilterDay name="to" label="To" />
        <ClearFilters />
      </div>
    </search>
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
  const [before, setBefore] = useState(inAddress);
  if (before !== inAddress) {
    setBefore(inAddress);
    setTyped(inAddress);
  }
  useEffect(() => {
    if (typed === inAddress) return;
    const timer = setTimeout(() => filters.set("q", typed), SEARCH_PAUSE_MS);
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
