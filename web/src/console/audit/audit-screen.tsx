import type { ReactNode } from "react";
import type { AuditEntry, AuditPage, AuditPerson } from "@bindings";
import { EVENT_KINDS, EVENT_OUTCOMES } from "@bindings/console";
import { Tag } from "@/components/tag/tag";
import { CsvButton } from "@/console/parts/csv";
import { DataTable } from "@/console/parts/data-table";
import { FilterRow, Search } from "@/console/parts/filters";
import { useFilters } from "@/console/parts/use-filters";
import { Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import { eventLabel } from "@/console/parts/event-label";
import { DateTime } from "@/console/parts/formats";
import { fetchJson } from "@/console/server";
import shared from "@/console/console.module.css";

/** The page size of an export. */
const EXPORT_PAGE_SIZE = 1000;

/** The audit log: who did what, to whom, with what outcome. */
export default function AuditScreen() {
  const filters = useFilters();
  const [kind, search] = [filters.get("kind"), filters.get("q")];
  const list = usePages<AuditPage>("/audit/search", { kinds: kind ? [kind] : [], search });
  const requests = byRequest(list.pages.flatMap((page) => page.entries));

  return (
    <>
      <title>Audit – Console</title>
      <h1>Audit</h1>
      <div className={shared.head}>
        <p className={shared.lead}>
          Everything that matters for security. Colleagues appear by name. Everyone else appears as
          a fingerprint of their number, which is for the operator: the server’s log has the same.
        </p>
        <CsvButton name="audit" head={HEAD} rows={fetchAllRows} />
      </div>
      <FilterRow filters={[{ name: "kind", label: "Event", options: EVENT_KINDS }]}>
        <Search label="Who, by name or fingerprint" ofReferrals={false} />
      </FilterRow>
      <Listing
        list={list}
        count={requests.length}
        empty={
          filters.hasAny
            ? "No event matches. Change the filters."
            : "No events in the last 400 days. Logins and changes appear here."
        }
        more="Show older events"
      >
        <DataTable
          caption="Events, newest first"
          rows={requests}
          keyOf={(_, index) => index}
          columns={[
            { label: "When", cell: ({ first }) => <DateTime at={first.at} /> },
            { label: "Event", cell: ({ done }) => <Lines of={done} line={Event} /> },
            { label: "Outcome", cell: ({ done }) => <Lines of={done} line={Outcome} /> },
            { label: "Who", cell: ({ first }) => <Person person={first.actor} /> },
            { label: "About", cell: ({ about }) => <People people={about} /> },
            {
              label: "For the operator",
              cell: ({ first }) => <code>{first.request || "Operator"}</code>,
            },
          ]}
        />
      </Listing>
    </>
  );
}

/** What one request did. */
type Request = {
  /** The newest of its events. */
  readonly first: AuditEntry;
  /** Its events, those that are alike together. */
  readonly done: readonly Alike[];
  /** Everybody whom it was about; `null` for nobody. */
  readonly about: readonly (AuditPerson | null)[];
};

type Alike = Pick<AuditEntry, "kind" | "outcome"> & { readonly count: number };

/** Puts together what one request did. What the operator does has no request. */
function byRequest(entries: readonly AuditEntry[]): Request[] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && entry.request !== "" && last[0]?.request === entry.request) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    return first ? [{ first, done: alike(group), about: people(group) }] : [];
  });
}

function alike(entries: readonly AuditEntry[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const { kind, outcome } of entries) {
    const key = `${kind} ${outcome}`;
    found.set(key, { kind, outcome, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

function people(entries: readonly AuditEntry[]) {
  const found = new Map(entries.map(({ target }) => [target?.fingerprint, target]));
  return [...found.values()];
}

type LinesProps = { of: readonly Alike[]; line: (alike: Alike) => ReactNode };

/** A line for each kind of event, so that two columns stand beside each other. */
function Lines({ of, line: Line }: LinesProps) {
  return of.map((one) => (
    <div key={`${one.kind} ${one.outcome}`}>
      <Line {...one} />
    </div>
  ));
}

function Event({ kind, count }: Alike) {
  return count === 1 ? eventLabel(kind) : `${eventLabel(kind)}, ${count} times`;
}

function Outcome({ outcome }: Alike) {
  const { label, tone } = EVENT_OUTCOMES[outcome] ?? { label: outcome, tone: null };
  return tone ? <Tag tone={tone}>{label}</Tag> : label;
}

function People({ people: [first, ...others] }: { people: Request["about"] }) {
  return (
    <>
      <Person person={first ?? null} />
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}

function Person({ person }: { person: AuditPerson | null }) {
  if (!person) return "–";
  return person.name ?? <code>{person.fingerprint}</code>;
}

const personLabel = (person: AuditPerson | null) =>
  person ? `${person.name ?? ""} ${person.fingerprint}` : "";

const HEAD = ["When", "Event", "Outcome", "Who", "About", "Request"];

/** The whole audit log, as rows. */
async function fetchAllRows() {
  const rows = [];
  let after: string | null = "";
  while (after !== null) {
    const page: AuditPage = await fetchJson<AuditPage>(
      `/audit?limit=${EXPORT_PAGE_SIZE}${after && `&after=${encodeURIComponent(after)}`}`,
    );
    rows.push(...page.entries.map(rowOf));
    after = page.next;
  }
  return rows;
}

const rowOf = ({ at, kind, outcome, actor, target, request }: AuditEntry) => [
  new Date(at).toISOString(),
  kind,
  outcome,
  personLabel(actor).trim(),
  personLabel(target).trim(),
  request,
];
