import type { HostedReferral } from "@bindings";
import { useLocation } from "react-router-dom";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { useRowHeight } from "@/console/look";
import { useFilters } from "@/console/parts/use-filters";
import { useColleagues } from "@/console/server";
import type { Column } from "./columns";
import type { Selection } from "./use-selection";
import type { useTable } from "./use-table";
import styles from "./referrals.module.css";

/** The next page is fetched when so many rows are left. */
const PREFETCH_ROWS = 10;

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  referrals: readonly HostedReferral[];
  selection: Selection;
  table: ReturnType<typeof useTable>;
  /** The router state for the links. */
  state: unknown;
  /** Opens the referral with this index: all of its row is pressed for it. */
  open: (index: number) => void;
  /** Fetches the next page. */
  more: (() => void) | undefined;
};

/** The referrals as rows. On the screen, only visible rows are rendered. */
export function ReferralsTable(props: Props) {
  const { ref: scroller, referrals, selection, table, state, open, more } = props;
  const { search, hash } = useLocation();
  const filters = { search, hash };
  const { data: colleagues } = useColleagues();
  const row = useRowHeight();
  const isPrinted = useSyncExternalStore(onPrinting, isPrinting);
  const rows = useVirtualizer({
    count: referrals.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    // The heading stands above the first row.
    scrollPaddingEnd: row,
    overscan: isPrinted ? referrals.length : PREFETCH_ROWS,
  });
  useEffect(() => rows.measure(), [rows, row]);
  const items = rows.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= referrals.length - PREFETCH_ROWS) more();
  }, [more, last, referrals.length]);
  useEffect(() => {
    if (selection.active >= 0) rows.scrollToIndex(selection.active);
  }, [rows, selection.active]);

  const { columns } = table;
  return (
    <div ref={scroller} className={styles.scroll}>
      <table className={styles.table} aria-rowcount={more ? -1 : referrals.length + 1}>
        <caption className="visually-hidden">Referrals</caption>
        <colgroup>
          <col />
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width: table.widthOf(name, width) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Select all rows"
                checked={selection.hasAll}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <Heading key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => {
            const referral = referrals[index];
            if (!referral) return null;
            const { key } = referral;
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                data-selected={selection.has(key) || undefined}
                data-active={index === selection.active || undefined}
                onClick={({ target }) => {
                  if (isRowItself(target)) open(index);
                }}
              >
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Select ${referral.referral.referredName}`}
                    checked={selection.has(key)}
                    onClick={({ shiftKey }) => selection.toggle(index, shiftKey)}
                    onChange={() => undefined}
                  />
                </td>
                {columns.map(({ name, text, cell = text, isFigure }) => (
                  <td key={name} data-column={name} data-figure={isFigure}>
                    {cell({ referral, colleagues, state, filters })}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Whether no control of the row was pressed, and no text of it is being selected. */
function isRowItself(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest("a, button, input, label");
  return !isControl && (getSelection()?.isCollapsed ?? true);
}

const isPrinting = () => matchMedia("print").matches;

function onPrinting(listener: () => void) {
  const print = matchMedia("print");
  print.addEventListener("change", listener);
  return () => print.removeEventListener("change", listener);
}

/** Space for the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" style={{ height }} />;
}

/** The heading of a column, which sorts the table if possible. */
function Heading({ column }: { column: Column }) {
  const filters = useFilters();
  const { name, label, sort, isFigure } = column;
  const isSorted = sort !== undefined && filters.get("sort") === sort;
  return (
    <th
      scope="col"
      data-column={name}
      data-figure={isFigure}
      aria-sort={isSorted ? "descending" : undefined}
    >
      {sort ? (
        <button type="button" onClick={() => filters.set("sort", isSorted ? "" : sort)}>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
}
