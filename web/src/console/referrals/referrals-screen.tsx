import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StageCounts } from "@bindings";
import { STAGES } from "@bindings/staff";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { RowButton } from "@/console/parts/buttons";
import { Filters, useFilters } from "@/console/parts/filters";
import { Listing } from "@/console/parts/listing";
import { SavedViews } from "@/console/parts/saved-views";
import { useReferrals } from "@/console/parts/use-pages";
import { useKeys } from "@/console/keys";
import { type From, focusSoon, nextOf, useReturn } from "@/console/parts/place";
import { fetchJson, may, referralPath, type ScreenProps } from "@/console/server";
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
  const navigate = useNavigate();

  const query = filters.query();
  const total = useTotal(query);
  const state: From = {
    keys: referrals.map(({ key }) => key),
    back: `/referrals${location.search}${location.hash}`,
    total,
    next: nextOf({ path: "/referrals/search", body: query }, list.pages),
  };
  const table = useTable();
  const rows = useRef<HTMLDivElement>(null);
  useReturn(state, list, (index) => {
    selection.activate(index);
    focusSoon(() => rows.current?.querySelector<HTMLElement>("tr[data-active] a"));
  });

  function open(index: number) {
    const referral = referrals[index];
    if (referral) void navigate(referralPath(referral), { state });
  }

  useKeys({
    j: ["Next referral", () => selection.step(1)],
    k: ["Previous referral", () => selection.step(-1)],
    x: ["Select it", () => selection.toggle(selection.active)],
    X: ["Select all from the last one to this", () => selection.toggle(selection.active, true)],
    o: ["Open it", () => open(selection.active)],
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
        referrals={referrals}
        columns={table.columns}
        mayHandle={may(viewer, "handle")}
      />
      <Listing
        list={list}
        count={referrals.length}
        empty={
          filters.hasAny
            ? "No referral matches. Change or clear the filters."
            : viewer.staff?.services.length
              ? "No referrals for your services yet. They appear here as they come in."
              : "No referrals yet. They appear here as they come in."
        }
      >
        <p className={styles.hint}>
          {total === undefined || total < referrals.length
            ? `${referrals.length} shown${list.hasNextPage ? ", and more below" : ""}.`
            : `${referrals.length} of ${total} shown.`}
        </p>
        <ReferralsTable
          ref={rows}
          referrals={referrals}
          selection={selection}
          table={table}
          state={state}
          open={open}
          more={list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined}
        />
      </Listing>
    </>
  );
}

/** How many referrals match, in all pages; `undefined` if that is not known (yet). */
function useTotal(query: Readonly<Record<string, string | number>>): number | undefined {
  const { data } = useQuery({
    queryKey: ["counts", query],
    queryFn: () => fetchJson<StageCounts>("/referrals/counts", { method: "POST", value: query }),
    placeholderData: keepPreviousData,
  });
  if (!data || "search" in query) return undefined;
  // The longest waits are those of open referrals.
  const isListed = (stage: string) =>
    query["sort"] !== "waiting" || STAGES.find(({ value }) => value === stage)?.open;
  const listed = Object.entries(data.stages).filter(([stage]) => isListed(stage));
  return listed.reduce((sum, [, count]) => sum + count, 0);
}
