import type { BatchDetail, StaffRedemption } from "@bindings";
import { useState } from "react";
import { Tag } from "@/components/tag/tag";
import { RowActionButton, RowButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import shared from "@/console/console.module.css";
import { nameOf, points, toneOf } from "./amounts";
import { ReasonDialog, ReferenceDialog } from "./reference-dialog";
import { setLines, settle } from "./use-rewards";
import styles from "./rewards.module.css";

type Props = { batch: BatchDetail; mayPay: boolean };

/** The lines of a batch, and what can be done about each. */
export function BatchLines({ batch, mayPay }: Props) {
  const [failing, setFailing] = useState<StaffRedemption>();
  const [referring, setReferring] = useState<StaffRedemption>();
  const { lines } = batch;
  const mayTakeOut = batch.possible.includes("take-out");

  const columns = [
    {
      label: "Member",
      cell: (line: StaffRedemption) => (
        <span className={styles.what}>
          <span>{nameOf(line)}</span>
          <span className={shared.hint}>{line.mobile}</span>
          {(line.points ?? 0) < 0 && (
            <span className={shared.hint}>{points(line.points ?? 0)}: some were taken back</span>
          )}
        </span>
      ),
    },
    {
      label: "For",
      cell: ({ redemption }: StaffRedemption) => (
        <span className={styles.what}>
          <span>{redemption.offer.title}</span>
          <span className={shared.hint}>{redemption.reference}</span>
        </span>
      ),
    },
    {
      label: "Amount",
      isFigure: true,
      cell: ({ redemption: { worth, offer } }: StaffRedemption) => (
        <span className={styles.worth}>
          <span>{worth ?? points(offer.points)}</span>
          <span className={shared.hint}>{worth && points(offer.points)}</span>
        </span>
      ),
    },
  ];
  const state = {
    label: "State",
    cell: (line: StaffRedemption) => (
      <span className={styles.outcomes}>
        {line.possible.includes("pay") ? (
          <RowActionButton
            label="Paid"
            about={aboutOf(line)}
            action={() =>
              settle(batch, [{ redemption: line.redemption.id, paid: true, reason: "" }])
            }
          />
        ) : (
          <Tag {...toneOf(line.redemption.status)}>{line.redemption.label}</Tag>
        )}
        {line.possible.includes("fail") && (
          <RowButton label="Failed…" about={aboutOf(line)} onClick={() => setFailing(line)} />
        )}
        {mayPay && line.whyNot && <span className={shared.hint}>{line.whyNot}</span>}
      </span>
    ),
  };
  const change = {
    label: "",
    cell: (line: StaffRedemption) => (
      <div className={shared.actions}>
        {line.possible.includes("refer") && (
          <RowButton label="Reference…" about={aboutOf(line)} onClick={() => setReferring(line)} />
        )}
        <RowActionButton
          label="Take out"
          about={aboutOf(line)}
          action={() =>
            setLines(
              batch,
              lines.filter((it) => it !== line).map(({ redemption }) => redemption.id),
            )
          }
        />
      </div>
    ),
  };

  return (
    <>
      <DataTable
        caption={`Lines of batch ${batch.batch.id}`}
        rows={lines}
        keyOf={({ redemption }) => redemption.id}
        columns={[...columns, mayTakeOut ? change : state]}
      />
      {failing && (
        <ReasonDialog
          request={failing}
          title="Failed"
          button="Mark as failed"
          send={(reason) =>
            settle(batch, [{ redemption: failing.redemption.id, paid: false, reason }])
          }
          onClose={() => setFailing(undefined)}
        />
      )}
      {referring && <ReferenceDialog request={referring} onClose={() => setReferring(undefined)} />}
    </>
  );
}

/** Which line it is, of those that a member may have several of. */
const aboutOf = (line: StaffRedemption) => `${nameOf(line)}, ${line.redemption.offer.title}`;
