import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StageCounts } from "@bindings";
import { STAGES } from "@bindings/staff";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { RowButton } from "@/console/parts/buttons";
import { Filters, useNobodysTeam } from "@/console/parts/filters";
import { useFilters } from "@/console/parts/use-filters";
import { Listing } from "@/console/parts/listing";
import { useSaid } from "@/console/parts/said";
import { SavedViews } from "@/console/parts/saved-views";
import { useReferrals } from "@/console/parts/use-pages";
import { useKeys } from "@/console/keys";
import { type From, focusSoon, nextOf, useReturn } from "@/console/parts/place";
import { Split, SplitHeading, SplitList, SplitPane } from "@/console/parts/split";
import {
  fetchJson,
  may,
  queries,
  referralPath,
  referralQuery,
  type ScreenProps,
} from "@/console/server";
import styles from "@/console/console.module.css";
import { ColumnsMenu } from "./columns-menu";
import { ReferralsTable } from "./referrals-table";
import own from "./referrals.module.css";
import { useSelection } from "./use-selection";
import { useTable } from "./use-table";

const BatchCommands = lazy(() => import("./batch-commands"));
const ReferrerPoints = lazy(() => import("./referrer-points"));

/** All referrals that the user may see, as a table. */
export default function ReferralsScreen({ viewer, pane: besideOpen }: ScreenProps) {
  const filters = useFilters();
  const query = filters.query();
  const referrer = filters.get("referrer");
  const list = useReferrals(query);
  const { referrals } = list;
  const { key: openKey } = useParams();
  const pane = openKey === undefined ? undefined : besideOpen;
  const open = pane ? referrals.findIndex(({ key }) => key === openKey) : -1;
  const listed = JSON.stringify(query);
  const chosen = useSelection(referrals, listed);
  const selection = open < 0 ? chosen : { ...chosen, active: open };
  const navigate = useNavigate();
  // The filters, which stay when a referral is opened beside the list.
  const { search, hash } = useLocation();

  const { total, isSettled } = useTotal(query);
  const state: From = {
    keys: referrals.map(({ key }) => key),
    back: `/referrals${search}${hash}`,
    total,
    next: nextOf({ path: "/referrals/search", body: query }, list.pages),
  };
  const nobodys = useNobodysTeam();
  const empty = filters.hasAny
    ? (nobodys ?? "No referral matches. Change or clear the filters.")
    : viewer.staff?.services.length
      ? "No referrals for your services yet. They appear here as they come in."
      : "No referrals yet. They appear here as they come in.";
  const shown =
    total === undefined || total < referrals.length
      ? `${referrals.length} shown${list.hasNextPage ? ", and more below" : ""}.`
      : `${referrals.length} of ${total} shown.`;
  const { live, say } = useSaid({
    list: listed,
    found: list.isSuccess && isSettled ? (referrals.length > 0 ? shown : empty) : undefined,
    open: referrals[open],
  });
  const table = useTable();
  const rows = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLElement>(null);
  const isOpen = pane !== undefined;
  const heading = <SplitHeading isOpen={isOpen}>Referrals</SplitHeading>;
  const focusRow = () =>
    focusSoon(() => rows.current?.querySelector<HTMLElement>("tr[data-active] a"));
  // While a referral stands beside its list, nobody has left the list.
  useReturn(pane ? { ...state, keys: [] } : state, list, (index) => {
    selection.activate(index);
    focusRow();
  });

  usePrefetch(
    [open + 1, open + 2, open - 1].map((index) => referrals[index]?.key),
    open >= 0,
  );

  // A key may be pressed again before what it asked for is on the screen.
  const wanted = useRef(open);
  // The open referral may leave the list, because of what was done with it: its place stays.
  const hasLeft = isOpen && open < 0;
  useLayoutEffect(() => {
    if (!hasLeft) wanted.current = open;
  }, [open, hasLeft]);

  function show(index: number, replace = false) {
    const referral = referrals[index];
    if (!referral) return;
    void navigate({ pathname: referralPath(referral), search, hash }, { state, replace });
  }

  /** Moves up or down. The referral beside the list follows. */
  function step(by: number) {
    if (!pane) return say(referrals[selection.step(by)]);
    // Down from the place of one that has left is the one that stands there now.
    const next = Math.max(0, wanted.current + (hasLeft && by > 0 ? by - 1 : by));
    if (next >= referrals.length) return void (list.hasNextPage && list.fetchNextPage());
    wanted.current = next;
    show(next, true);
  }

  function close() {
    selection.activate(open);
    void navigate(state.back);
    focusRow();
  }

  useKeys({
    j: ["Next referral", () => step(1)],
    k: ["Previous referral", () => step(-1)],
    ...(pane
      ? {
          o: ["Go to the referral", () => beside.current?.focus()],
          b: ["Close the referral", close],
        }
      : {
          o: ["Open it", () => show(selection.active)],
          x: ["Select it", () => selection.toggle(selection.active)],
        }),
    X: ["Select all from the last one to this", () => selection.toggle(selection.active, true)],
  });

  return (
    <Split isOpen={isOpen}>
      <SplitList>
        {!pane && <title>Referrals – Console</title>}
        {!pane && may(viewer, "privacy") ? (
          <div className={styles.head}>
            {heading}
            <Link to="/import">Import a spreadsheet…</Link>
          </div>
        ) : (
          heading
        )}
        <SavedViews />
        <Filters without={may(viewer, "award") ? [] : ["flag"]} />
        {filters.get("sort") === "waiting" && (
          <p className={styles.hint}>
            The longest wait comes first. Closed referrals are left out.
          </p>
        )}
        {referrer && (
          <>
            <p className={styles.hint}>
              Only referrals by {referrals[0]?.referral.referrerName ?? "one referrer"}.{" "}
              <RowButton label="Show everyone’s" onClick={() => filters.set("referrer", "")} />
            </p>
            {/* Nobody’s points are for one service only: whoever sees only some sees none. */}
            {!pane && may(viewer, "award") && (
              <Suspense>
                <ReferrerPoints key={referrer} of={referrer} mayEnter={may(viewer, "settings")} />
              </Suspense>
            )}
          </>
        )}
        <ColumnsMenu table={table} />
        <Listing list={list} count={referrals.length} empty={empty}>
          <ReferralsTable
            ref={rows}
            referrals={referrals}
            selection={selection}
            table={table}
            state={state}
            open={show}
            more={
              list.hasNextPage && !list.isFetching ? () => void list.fetchNextPage() : undefined
            }
          />
        </Listing>
        {live}
        {/* The commands come where there is room for them already: no row moves under the pointer. */}
        <div className={own.foot} data-thumb="">
          {referrals.length > 0 && selection.chosen.length === 0 && (
            <p className={styles.hint}>{shown}</p>
          )}
          {selection.wasUsed && (
            <Suspense>
              <BatchCommands
                selection={selection}
                list={list}
                total={total}
                columns={table.columns}
                mayHandle={may(viewer, "handle")}
                mayAward={may(viewer, "award")}
              />
            </Suspense>
          )}
        </div>
      </SplitList>
      {pane && (
        <SplitPane ref={beside} label="Referral" onClose={close}>
          {pane}
        </SplitPane>
      )}
    </Split>
  );
}

/** Fetches referrals that are likely to be shown next, so that they are there when they are. */
function usePrefetch(keys: readonly (string | undefined)[], enabled: boolean) {
  const likely = enabled ? keys.filter((key) => key !== undefined).join("\n") : "";
  useEffect(() => {
    for (const key of likely ? likely.split("\n") : [])
      void queries.prefetchQuery(referralQuery(key));
  }, [likely]);
}

/** How many referrals match, in all pages; `undefined` if that is not known (yet). */
function useTotal(query: Readonly<Record<string, string | number>>) {
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ["counts", query],
    queryFn: () => fetchJson<StageCounts>("/referrals/counts", { method: "POST", value: query }),
    placeholderData: keepPreviousData,
  });
  /** Whether it is about this list already, and not about the one before. */
  const isSettled = !isPending && !isPlaceholderData;
  if (!data || "search" in query) return { total: undefined, isSettled };
  // The longest waits are those of open referrals.
  const isListed = (stage: string) =>
    query["sort"] !== "waiting" || STAGES.find(({ value }) => value === stage)?.open;
  const listed = Object.entries(data.stages).filter(([stage]) => isListed(stage));
  return { total: listed.reduce((sum, [, count]) => sum + count, 0), isSettled };
}
