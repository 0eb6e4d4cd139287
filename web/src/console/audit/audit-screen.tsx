import type { AuditEntry, AuditPage, AuditPerson } from "@bindings";
import { EVENT_KINDS, EVENT_OUTCOMES } from "@bindings/console";
import { Tag } from "@/components/tag/tag";
import { CsvButton } from "@/console/parts/csv";
import { DataTable } from "@/console/parts/data-table";
import { FilterRow, Search } from "@/console/parts/filters";
import { useFilters } from "@/console/parts/use-filters";
import { Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import { eventLabel, DateTime } from "@/console/parts/formats";
import { fetchJson } from "@/console/server";
import shared from "@/console/console.module.css";

/** The page size of an export. */
const EXPORT_PAGE_SIZE = 1000;

/** The audit log: who did what, to whom, with what outcome. */
export default function AuditScreen() {
  const filters = useFilters();
  const [kind, search] = [filters.get("kind"), filters.get("q")];
  const list = usePages<AuditPage>("/audit/search", { kinds: kind ? [kind] : [], search });
  const entries = list.pages.flatMap((page) => page.entries);

  return (
    <>
      <title>Audit – Console</title>
      <h1>Audit</h1>
      <div className={shared.head}>
        <p className={shared.lead}>
          Everything that matters for security. Colleagues appear by name, and everyone else as a
          fingerprint of their number, the same as in the server’s log.
        </p>
        <CsvButton name="audit" head={HEAD} rows={fetchAllRows} />
      </div>
      <FilterRow filters={[{ name: "kind", label: "Event", options: EVENT_KINDS }]}>
        <Search label="Who, by name or fingerprint" ofReferrals={false} />
      </FilterRow>
      <Listing
        list={list}
        count={entries.length}
        empty={
          filters.hasAny
            ? "No event matches. Change the filters."
            : "No events in the last 400 days. Logins and changes appear here."
        }
        more="Show older events"
      >
        <DataTable
          caption="Events, newest first"
          rows={entries}
          keyOf={(_, index) => index}
          columns={[
            { label: "When", cell: ({ at }) => <DateTime at={at} /> },
            { label: "Event", cell: (entry) => eventLabel(entry.kind) },
            {
              label: "Outcome",
              cell: ({ outcome }) => {
                const { label, tone } = EVENT_OUTCOMES[outcome] ?? { label: outcome, tone: null };
                return tone ? <Tag tone={tone}>{label}</Tag> : label;
              },
            },
            { label: "Who", cell: ({ actor }) => <Person person={actor} /> },
            { label: "About", cell: ({ target }) => <Person person={target} /> },
            {
              label: "Request",
              cell: ({ request }) => <code>{request || "Operator"}</code>,
            },
          ]}
        />
      </Listing>
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
