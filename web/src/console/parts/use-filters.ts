import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { Days } from "./periods";

/** The filters of a list of referrals, by their names in the address. */
export type Filter =
  | "q"
  | "stage"
  | "service"
  | "owner"
  | "team"
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

  /** Sets these in the address; what is empty is removed. */
  function change(changes: Partial<Record<Filter, string>>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return void navigate({ search: `?${next}`, hash }, { replace: true });
  }

  return {
    get: (name: Filter) => (name === "q" ? searchText : (params.get(name) ?? "")),
    set: (name: Filter, value: string) => {
      if (name !== "q") return change({ [name]: value });
      const to = { search: others, hash: value && `#${encodeURIComponent(value)}` };
      return void navigate(to, { replace: true });
    },
    /** Filters by the days of a period, either of which may be empty. */
    setPeriod: ({ from, to }: Days) => change({ from, to }),
    clear: () => setParams(new URLSearchParams(), { replace: true }),
    hasAny: searchText !== "" || inUse,
    /** The query for the server. */
    query: () => ({
      ...text("search", searchText),
      ...text("stage", params.get("stage")),
      ...text("service", params.get("service")),
      ...text("owner", params.get("owner")),
      ...text("team", params.get("team")),
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
