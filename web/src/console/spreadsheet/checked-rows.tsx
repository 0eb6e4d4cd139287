import type { ReferralDraft, RowCheck } from "@bindings";
import { ROW_DOUBTS } from "@bindings/console";
import { type RefObject, useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "@/components/button/button";
import { Check } from "@/components/fields/checks";
import { Figures } from "@/components/figures/figures";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "@/console/parts/buttons";
import { counted } from "@/console/parts/formats";
import { importSpreadsheet, referralPath } from "@/console/server";
import styles from "@/console/console.module.css";
import type { ImportedRows } from "./imported";
import type { Row } from "./table";
import own from "./spreadsheet.module.css";

/** A row with the form that it fills in and what was found. */
type Item = { readonly row: Row; readonly draft: ReferralDraft; readonly check: RowCheck };

type Props = {
  heading: RefObject<HTMLHeadingElement | null>;
  rows: readonly Row[];
  drafts: readonly ReferralDraft[];
  checks: readonly RowCheck[];
  /** Called with what came in, and the rows that did not. */
  onImported: (imported: ImportedRows, left: readonly Row[]) => void;
};

/** What was found in the rows. Doubtful ones come in if they are chosen. */
export function CheckedRows({ heading, rows, drafts, checks, onImported }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [pending, run] = usePending();
  const items = rows.flatMap((row, at): Item[] => {
    const [draft, check] = [drafts[at], checks[at]];
    return draft && check ? [{ row, draft, check }] : [];
  });
  const refused = items.filter(({ check }) => check.refusals.length > 0);
  const fine = items.filter(({ check }) => check.refusals.length + check.doubts.length === 0);
  const doubtful = items.filter(({ check }) => check.doubts.length > 0);
  const isIn = ({ row, check }: Item) =>
    check.refusals.length === 0 && (check.doubts.length === 0 || chosen.has(row.line));
  const sent = items.filter(isIn);

  function choose(line: number, wanted: boolean) {
    const others = [...chosen].filter((other) => other !== line);
    setChosen(new Set(wanted ? [...others, line] : others));
  }

  async function importThem() {
    const reply = await importSpreadsheet({ rows: sent.map(({ draft }) => draft) });
    if (reply.outcome !== "accepted") {
      notify(reply.notice);
      return;
    }
    const { id, refused: out } = reply.value;
    const notIn = new Set(out.flatMap(({ row }) => sent[row]?.row.line ?? []));
    const left = items.filter((item) => !isIn(item) || notIn.has(item.row.line));
    onImported(
      {
        id,
        notice: reply.notice,
        left: left.length,
        refused: out.flatMap(({ row, codes }) => {
          const item = sent[row];
          return item ? [{ name: nameOf(item), codes }] : [];
        }),
      },
      left.map(({ row }) => row),
    );
  }

  return (
    <section aria-labelledby="found" className={own.section}>
      <h2 id="found" ref={heading} tabIndex={-1} className={styles.heading}>
        What we found
      </h2>
      <Figures
        figures={{
          Fine: fine.length,
          Doubtful: doubtful.length,
          "Not possible": refused.length,
        }}
      />
      {doubtful.length > 0 && (
        <>
          <h3 className={own.part}>Doubtful rows</h3>
          <p className={styles.hint}>They come in only if you choose them.</p>
          <div className={styles.actions}>
            <SmallButton onClick={() => setChosen(new Set(doubtful.map(({ row }) => row.line)))}>
              Choose all
            </SmallButton>
            <SmallButton onClick={() => setChosen(new Set())}>Leave out all</SmallButton>
          </div>
          <ul className={own.rows} aria-label="Doubtful rows">
            {doubtful.map((item) => (
              <li key={item.row.line}>
                <Check
                  label={nameOf(item)}
                  checked={chosen.has(item.row.line)}
                  onChange={(wanted) => choose(item.row.line, wanted)}
                />
                <Doubts of={item.check} rows={rows} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <h3 className={own.part}>Rows that cannot come in</h3>
          <ul className={own.rows} aria-label="Rows that cannot come in">
            {refused.map((item) => (
              <li key={item.row.line}>
                {nameOf(item)}
                <span className={styles.hint}>
                  {item.check.refusals.map(({ hint }) => hint).join(" ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {fine.length > 0 && <FineRows items={fine} />}
      {sent.length > 0 ? (
        <Button pending={pending} pendingLabel="Importing…" onClick={() => void run(importThem)}>
          Import {counted(sent.length, "referral")}
        </Button>
      ) : (
        <p>There is nothing to import yet.</p>
      )}
    </section>
  );
}

/** The rows that are fine. There may be many, so they are drawn when somebody wants to see them. */
function FineRows({ items }: { items: readonly Item[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={own.fine} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Rows that are fine</summary>
      {open && (
        <ul className={own.rows} aria-label="Rows that are fine">
          {items.map((item) => (
            <li key={item.row.line}>{nameOf(item)}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** A row in words. */
function nameOf({ row, draft: { referredName, referredPhone } }: Item): string {
  const who = [referredName, referredPhone].filter(Boolean).join(", ");
  return `Row ${row.line}: ${who || "no name"}`;
}

/** What is doubtful about a row, with what it may be the same as. */
function Doubts({ of: { doubts, known, sameAs }, rows }: { of: RowCheck; rows: readonly Row[] }) {
  const same = sameAs === undefined ? undefined : rows[sameAs];
  return (
    <span className={styles.hint}>
      {ROW_DOUBTS.filter(({ value }) => doubts.includes(value)).map(({ value, label }) => (
        <span key={value}>
          {label}{" "}
          {value === "known" && known && (
            <>
              <Link to={referralPath(known)}>{known.name}</Link>{" "}
            </>
          )}
          {value === "repeated" && same && `It is row ${same.line}. `}
        </span>
      ))}
    </span>
  );
}
