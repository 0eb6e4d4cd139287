import { useNavigate } from "react-router-dom";
import { RowButton } from "@/console/parts/buttons";
import { Filters, useFilters } from "@/console/parts/filters";
import { Listing } from "@/console/parts/listing";
import { SavedViews } from "@/console/parts/saved-views";
import { useReferrals } from "@/console/parts/use-pages";
import { useKeys } from "@/console/keys";
import { may, referralPath, type ScreenProps } from "@/console/server";
import styles from "@/console/console.module.css";
import { ColumnsMenu } from "./columns-menu";
import { BatchCommands } from "./batch-commands";
import { ReferralsTable } from "./referrals-table";
import { useSelection } from "./use-selection";
import { useTable } from "./use-table";

/** All referrals that the user may see, as a table. */
export default function ReferralsScreen({ viewer }: ScreenProps) {
  const filters = useFilters();
  const list = useReferrals(filters.query());
  const { referrals } = list;
  const selection = useSelection(referrals);
  const table = useTable();
  const navigate = useNavigate();

  const state = {
    keys: referrals.map(({ key }) => key),
    back: `/referrals${location.search}${location.hash}`,
  };

  function open() {
    const active = referrals[selection.active];
    if (active) void navigate(referralPath(active), { state });
  }

  useKeys({
    j: ["Next referral", () => selection.step(1)],
    k: ["Previous referral", () => selection.step(-1)],
    x: ["Select it", () => selection.toggle(selection.active)],
    X: ["Select all from the last one to this", () => selection.toggle(selection.active, true)],
    o: ["Open it", open],
  });

  return (
    <>
      <title>Referrals – Console</title>
      <h1>Referrals</h1>
      <SavedViews />
      <Filters without={may(viewer, "credit") ? [] : ["flag"]} />
      {filters.get("sort") === "waiting" && (
        <p className={styles.hint}>The longest wait comes first. Closed referrals are left out.</p>
      )}
      {filters.get("referrer") && (
        <p className={styles.hint}>
          Only referrals by {referrals[0]?.referral.referrerName ?? "one referrer"}.{" "}
          <RowButton label="Show everyone’s" onClick={() => filters.set("referrer", "")} />
        </p>
      )}
      <ColumnsMenu table={table} />
      <BatchCommands
        selection={selection}
        columns={table.columns}
        mayHandle={may(viewer, "handle")}
      />
      <Listing
        list={list}
        count={referrals.length}
        empty={
          filters.hasAny
            ? "No referral matches. Change or clear the filters."
            : "No referrals yet. They appear here as they come in."
        }
      >
        <ReferralsTable
          referrals={referrals}
          selection={selection}
          table={table}
          state={state}
          more={list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined}
        />
      </Listing>
    </>
  );
}
