import type { Code, Notice as Words } from "@bindings";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Notice } from "@/components/notice/notice";
import { SmallButton } from "@/console/parts/buttons";
import { hintOf } from "@/console/parts/hint";
import { TakeOutDialog } from "./take-out-dialog";
import own from "./spreadsheet.module.css";

/** What has just become of the rows. */
export type ImportedRows = {
  /** The import; `null` if no row came in. */
  readonly id: number | null;
  readonly notice: Words;
  /** How many rows are left in the form. */
  readonly left: number;
  /** The rows that a rule refused, although they had been checked. */
  readonly refused: readonly { readonly name: string; readonly codes: readonly Code[] }[];
};

type Props = { of: ImportedRows; onTakenOut: () => void; onClose: () => void };

/** Says what has come in, and takes it out again. */
export function Imported({ of, onTakenOut, onClose }: Props) {
  const { id, notice, left, refused } = of;
  const [asking, setAsking] = useState(false);
  return (
    <Notice notice={notice}>
      {refused.length > 0 && (
        <ul className={own.line}>
          {refused.map(({ name, codes }) => (
            <li key={name}>
              {name}. {codes.map(hintOf).join(" ")}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className={own.line}>The rows that did not come in are still below.</p>}
      <Link to="/referrals">Show the referrals</Link>
      {id !== null && <SmallButton onClick={() => setAsking(true)}>Take out again…</SmallButton>}
      <SmallButton onClick={onClose}>Close</SmallButton>
      {asking && id !== null && (
        <TakeOutDialog
          id={id}
          onDone={() => {
            onClose();
            onTakenOut();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}
