import { SERVICE_OPTIONS } from "@bindings";
import { STAGES } from "@bindings/staff-words";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button } from "@/components/button/button";
import { SelectField, TextField } from "@/components/fields/field";
import { useColleagues } from "@/console/server";
import { useKeys } from "@/console/keys";
import styles from "@/console/console.module.css";

/** How long to wait after the last letter before a search begins, in milliseconds. */
const PAUSE_MS = 250;

/** What narrows a list of referrals, by its name in the address. */
export type Filter = "q" | "stage" | "service" | "owner" | "from" | "to" | "sort";

/** What stands in the address, so that a view can be kept, sent and come back to. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  return {
    of: (name: Filter) => params.get(name) ?? "",
    set: (name: Filter, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    clear: () => setParams(new URLSearchParams(), { replace: true }),
    any: [...params.keys()].some((name) => name !== "sort"),
    /** As the server is asked. */
    query: () => ({
      ...text("search", params.get("q")),
      ...text("stage", params.get("stage")),
      ...text("service", params.get("service")),
      ...text("owner", params.get("owner")),
      ...text("sort", params.get("sort")),
      ...date("from", params.get("from"), 0),
      ...date("to", params.get("to"), 1),
    }),
  };
}

const text = (name: string, value: string | null) => (value ? { [name]: value } : {});

/** The beginning of a day, or of the one after it, in milliseconds since 1970. */
function date(name: string, value: string | null, days: number) {
  const at = value ? new Date(`${value}T00:00`) : undefined;
  if (!at || Number.isNaN(at.getTime())) return {};
  at.setDate(at.getDate() + days);
  return { [name]: at.getTime() };
}

type Props = { filters: ReturnType<typeof useFilters>; without?: readonly Filter[] };

export function Filters({ filters, without = [] }: Props) {
  const { data: colleagues } = useColleagues();
  const search = useRef<HTMLInputElement>(null);
  useKeys({ "/": ["Search", () => search.current?.focus()] });
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
      <Search filters={filters} field={search} />
      {select("stage", "Stage", STAGES)}
      {select("service", "Service", SERVICE_OPTIONS)}
      {select("owner", "Responsible", [{ value: "none", label: "Nobody" }, ...people])}
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

function Search({ filters, field }: Props & { field: RefObject<HTMLInputElement | null> }) {
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
  return (
    <TextField
      type="search"
      label="Search"
      ref={field}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
