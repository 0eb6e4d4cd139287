import type { RewardStatement } from "@bindings";
import { useState } from "react";
import { SmallButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { DateTime, formatDate } from "@/console/parts/formats";
import { Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import styles from "@/console/console.module.css";
import { ByHandDialog } from "./by-hand-dialog";

const number = new Intl.NumberFormat("en-GB");
const signed = new Intl.NumberFormat("en-GB", { signDisplay: "exceptZero" });

type Props = {
  /** The key of any referral of theirs. */
  of: string;
  /** Whether the viewer may enter points by hand. */
  mayEnter: boolean;
};

/** What a referrer has in points, and how it came to that. */
export default function ReferrerPoints({ of: key, mayEnter }: Props) {
  const [isEntering, setEntering] = useState(false);
  const list = usePages<RewardStatement>(`/referrers/${encodeURIComponent(key)}/rewards`);
  const [newest] = list.pages;
  const lines = list.pages.flatMap((page) => page.lines);
  const last = list.pages.at(-1);
  return (
    <section aria-labelledby="points">
      <h2 id="points">Points</h2>
      {newest && <p className={styles.lead}>{inWords(newest)}</p>}
      {newest && mayEnter && (
        <div className={styles.actions}>
          <SmallButton onClick={() => setEntering(true)}>Enter points by hand…</SmallButton>
        </div>
      )}
      {newest && isEntering && (
        <ByHandDialog of={key} balance={newest.balance} onClose={() => setEntering(false)} />
      )}
      <Listing
        list={list}
        count={lines.length}
        empty="Nothing was awarded to them yet."
        more="Show earlier lines"
      >
        <details>
          <summary>Statement</summary>
          <DataTable
            caption="Statement, newest first"
            rows={lines}
            keyOf={(_, place) => lines.length - place}
            columns={[
              { label: "Date", cell: ({ at }) => <DateTime at={at} /> },
              {
                label: "What for",
                cell: ({ what, heldUntil, cuts }) => (
                  <>
                    <bdi>{what}</bdi>
                    <span className={styles.hint}>
                      {heldUntil !== null && ` On hold until ${formatDate(heldUntil)}.`}{" "}
                      {cuts.join(" ")}
                    </span>
                  </>
                ),
              },
              { label: "Points", cell: ({ points }) => signed.format(points), isFigure: true },
              { label: "Balance", cell: ({ balance }) => number.format(balance), isFigure: true },
            ]}
          />
          {last && last.before !== 0 && (
            <p className={styles.hint}>
              Earlier lines come to {number.format(last.before)} points.
            </p>
          )}
        </details>
      </Listing>
    </section>
  );
}

function inWords({ balance: { points, available, onHold }, expires }: RewardStatement): string {
  const held = onHold.reduce((sum, it) => sum + it.points, 0);
  const dates = onHold.map((it) => formatDate(it.until));
  const last = dates.length > 1 ? `${dates[0]} to ${dates.at(-1)}` : dates[0];
  const [next, ...later] = expires;
  const rest = later.reduce((sum, it) => sum + it.points, 0);
  const ends = next
    ? ` Unless used before, ${number.format(next.points)} expire on ${formatDate(next.at)}${
        rest ? ` and ${number.format(rest)} later` : ""
      }.`
    : "";
  const said = `${number.format(available)} available${
    held ? `, ${number.format(held)} on hold until ${last}` : ""
  }.${ends}`;
  return points < 0 ? `${said} Their next points make up for what is below zero.` : said;
}
