import type { Referrers, ReferrerView } from "@bindings";
import { Link } from "react-router-dom";
import { DataTable } from "@/console/parts/data-table";
import { FilterRow, Search } from "@/console/parts/filters";
import { useFilters } from "@/console/parts/use-filters";
import { Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import { formatPercent, DateTime } from "@/console/parts/formats";
import shared from "@/console/console.module.css";

/** The referrers with the results of their referrals, the most recently seen first. */
export default function ReferrersScreen() {
  const filters = useFilters();
  const search = filters.get("q");
  const list = usePages<Referrers>("/referrers/search", { search });
  const referrers = list.pages.flatMap((page) => page.referrers);
  return (
    <>
      <title>Referrers – Console</title>
      <h1>Referrers</h1>
      <p className={shared.lead}>
        The rate says how many of their closed referrals were successful: as a share if there are 30
        or more.
      </p>
      <FilterRow filters={[]}>
        <Search />
      </FilterRow>
      <Listing
        list={list}
        count={referrers.length}
        empty={
          list.hasNextPage
            ? "No referrer found so far. Search on, or change the search."
            : search
              ? "No referrer matches. Change or clear the search."
              : "No referrers yet. They appear here with their first referral."
        }
        more={referrers.length > 0 ? "Show more referrers" : "Search on"}
      >
        <DataTable
          caption="Referrers, most recently seen first"
          rows={referrers}
          keyOf={({ latest }) => latest}
          columns={[
            { label: "Referrer", cell: (referrer) => <Name referrer={referrer} /> },
            { label: "Phone", cell: ({ shown }) => shown },
            { label: "Referrals", cell: ({ referrals }) => referrals, isFigure: true },
            { label: "Successful", cell: ({ successful }) => successful, isFigure: true },
            { label: "Closed", cell: ({ closed }) => closed, isFigure: true },
            { label: "Rate", cell: rateOf, isFigure: true },
            { label: "Points", cell: ({ points }) => points, isFigure: true },
            { label: "Last seen", cell: ({ seenAt }) => <DateTime at={seenAt} /> },
          ]}
        />
      </Listing>
    </>
  );
}

/**
 * A link to their referrals. It uses the key of one of them, so that no address contains a phone
 * number.
 */
function Name({ referrer: { name, latest } }: { referrer: ReferrerView }) {
  return <Link to={`/referrals?${new URLSearchParams({ referrer: latest })}`}>{name}</Link>;
}

/** Of few, both numbers: a share would look more certain than it is. */
function rateOf({ rate, between, successful, closed }: ReferrerView) {
  return between ? `${successful} of ${closed}` : formatPercent(rate);
}
