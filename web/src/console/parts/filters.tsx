import { type Flag, SERVICE_OPTIONS } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console-words";
import { STAGES } from "@bindings/staff-words";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { Button } from "@/components/button/button";
import { SelectField, TextField } from "@/components/fields/field";
import { useColleagues } from "@/console/server";
import { useKeys } from "@/console/keys";
import styles from "@/console/console.module.css";

/** How long to wait after the last letter before a search begins, in milliseconds. */
const PAUSE_MS = 250;

/** What narrows a list of referrals, by its name in the address. */
export type Filter =
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
 * What stands in the address, so that a view can be kept, sent and come back to. A text to search for
 * may be a number: it stands behind the #, which no server is sent and no saved view has.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { hash, search: others } = useLocation();
  const navigate = useNavigate();
  const sought = decoded(hash.slice(1));
  return {
    of: (name: Filter) => (name === "q" ? sought : (params.get(name) ?? "")),
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
    any: sought !== "" || [...params.keys()].some((name) => name !== "sort"),
    /** As the server is asked. */
    query: () => ({
      ...text("search", sought),
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

/** What somebody has typed behind the # may be no encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const text = (name: string, value: string | null) => (value ? { [name]: value } : {});

/** The beginning of a day, or of the one after it, in milliseconds since 1970. */
function date(name: string, value: string | null, days: number) {
  const at = value ? new Date(`${value}T00:00`) : undefined;
  if (!at || Number.isNaN(at.getTime())) return {};
  at.setDate(at.getDate() + days);
  return { [name]: at.getTime() };
}

const FLAGS: readonly { value: Flag; label: string }[] = [
  { value: "duplicate", label: "Possible duplicates" },
];

type Props = { filters: ReturnType<typeof useFilters>; without?: readonly Filter[] };

export function Filters({ filters, without = [] }: Props) {
  const { data: colleagues } = useColleagues();
  const shown = (name: Filter) => !without.includes(name);
  const select = (
    name: Filter,
    label: string,
    options: readonly { value: string; label: string }[],
  ) =>
    shown(name) && (
      <SelectField
        label={label}
        options={[{ value: "", label: "All" }, ...options]}
        value={filters.of(name)}
        onChange={({ target }) => filters.set(name, target.value)}
      />
    );
  const dayField = (name: "from" | "to", label: string) =>
    shown(name) && (
      <TextField
        type="date"
        label={label}
        value={filters.of(name)}
        onChange={({ target }) => filters.set(name, target.value)}
      />
    );
  const people = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className={styles.filters}>
      <Search filters={filters} />
      {select("stage", "Stage", STAGES)}
      {select("service", "Service", SERVICE_OPTIONS)}
      {select("owner", "Responsible", [{ value: "none", label: "Nobody" }, ...people])}
      {select("flag", "Flag", FLAGS)}
      {dayField("from", "From")}
      {dayField("to", "To")}
      {filters.any && (
        <Button variant="quiet" className={styles.small} onClick={filters.clear}>
          Clear
        </Button>
      )}
    </search>
  );
}

type SearchProps = Pick<Props, "filters"> & {
  label?: string;
  /** Whether it looks through referrals, where few letters find no more than the newest. */
  ofReferrals?: boolean;
};

/** Looks for a text once no more is typed for a moment. */
export function Search({ filters, label = "Search", ofReferrals = true }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ "/": ["Search", () => field.current?.focus()] });
  const inAddress = filters.of("q");
  const [typed, setTyped] = useState(inAddress);
  const [before, setBefore] = useState(inAddress);
  if (before !== inAddress) {
    setBefore(inAddress);
    setTyped(inAddress);
  }
  useEffect(() => {
    if (typed === inAddress) return;
    const timer = setTimeout(() => filters.set("q", typed), PAUSE_MS);
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
        `Type ${searchAllFrom} letters or digits to search all referrals. Fewer are looked for in the newest ${searched.toLocaleString("en-GB")}.`
      }
      ref={field}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
