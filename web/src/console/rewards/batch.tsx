import type { BatchDetail, BatchStatus } from "@bindings";
import { BATCH_STATUSES } from "@bindings/rewards";
import { useState } from "react";
import { download } from "@/components/download";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { SmallButton, useAction } from "@/console/parts/buttons";
import { counted, makerName } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { success } from "@/console/server";
import shared from "@/console/console.module.css";
import { points } from "./amounts";
import { BatchLines } from "./batch-lines";
import { ChooseRequests } from "./choose-requests";
import { approveBatch, closeBatch, exportBatch, setLines, settle, useBatch } from "./use-rewards";
import { History } from "./history";
import styles from "./rewards.module.css";

/** What a batch in this status is waiting for. */
const NEXT: Record<BatchStatus, string> = {
  draft: "Its lines can still be changed. Whoever approves it agrees to it as it stands.",
  approved:
    "It can be exported for payroll or the bank. An export pays nobody by itself. Lines can still be taken out.",
  exported:
    "It was exported, which does not mean that anything was paid. Say of each line what became of it.",
  closed: "Nothing is left to do about it.",
};

type Props = { id: number; mayPay: boolean };

/** A batch, as it is fetched. */
export function Batch({ id, mayPay }: Props) {
  const fetched = useBatch(id);
  const { data } = fetched;
  return (
    <>
      <Failure of={fetched} />
      {data ? (
        <Sheet batch={data} mayPay={mayPay} />
      ) : (
        !fetched.error && <p className={shared.loading}>Loading…</p>
      )}
    </>
  );
}

/** What can be done about a batch now, its lines with their sums, and its steps. */
function Sheet({ batch: detail, mayPay }: { batch: BatchDetail; mayPay: boolean }) {
  const { batch, lines, sums, whyNot, possible } = detail;
  const { id, status, label, steps, settled } = batch;
  const [dialog, setDialog] = useState<"add" | "rest">();
  const [pending, run] = useAction();
  const close = () => setDialog(undefined);
  const ids = lines.map(({ redemption }) => redemption.id);
  const unpaid = lines.filter((line) => line.possible.includes("pay"));
  const waiting = lines.filter(({ redemption }) => redemption.status === "batched");
  // Somebody's own request.
  const others = waiting.length - unpaid.length;

  const mayAdd = possible.includes("add");
  const mayApprove = possible.includes("approve");
  const mayExport = possible.includes("export");
  const mayClose = possible.includes("close");

  const approve = () => run(() => approveBatch(detail), "batch");
  const finish = () => run(() => closeBatch(detail), "batch");
  const save = () => run(() => exported(detail), "batch");

  useKeys({
    ...(mayApprove && { a: ["Approve the batch", approve] as const }),
    ...(mayExport && { x: ["Export it as CSV", save] as const }),
    ...(mayAdd && { l: ["Add requests…", () => setDialog("add")] as const }),
  });

  return (
    <article className={styles.sheet}>
      <h1>Batch {id}</h1>
      <p className={styles.standing}>
        <Tag {...(status === "closed" && { tone: "green" })}>{label}</Tag>
        <span>
          {counted(lines.length, "line")}
          {settled > 0 && `, ${settled} settled`}
        </span>
      </p>
      <p className={styles.said}>{NEXT[status]}</p>
      {mayPay && lines.length > 0 && whyNot && <output className={styles.said}>{whyNot}</output>}
      {possible.length > 0 && (
        <div className={shared.actions}>
          {mayApprove && (
            <SmallButton
              variant="primary"
              aria-keyshortcuts="a"
              pending={pending}
              onClick={approve}
            >
              Approve
            </SmallButton>
          )}
          {mayExport && (
            <SmallButton
              variant={status === "approved" ? "primary" : "quiet"}
              aria-keyshortcuts="x"
              pending={pending}
              pendingLabel="Fetching…"
              onClick={save}
            >
              {status === "approved" ? "Export as CSV" : "Export again"}
            </SmallButton>
          )}
          {unpaid.length > 1 && (
            <SmallButton onClick={() => setDialog("rest")}>All the rest was paid…</SmallButton>
          )}
          {mayClose && (
            <SmallButton
              variant={status === "exported" ? "primary" : "quiet"}
              pending={pending}
              onClick={finish}
            >
              Close the batch
            </SmallButton>
          )}
          {mayAdd && (
            <SmallButton aria-keyshortcuts="l" onClick={() => setDialog("add")}>
              Add requests…
            </SmallButton>
          )}
        </div>
      )}
      {lines.length === 0 ? (
        <p className={shared.empty}>It has no lines.</p>
      ) : (
        <>
          <BatchLines batch={detail} mayPay={mayPay} />
          <dl className={styles.sums} aria-label="Sums">
            <div>
              <dt>Sum</dt>
              <dd>
                {points(lines.reduce((sum, { redemption }) => sum + redemption.offer.points, 0))}
              </dd>
            </div>
            {sums.map(({ currency, number }) => (
              <div key={currency}>
                <dt>{currency}</dt>
                <dd>{number}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <History steps={steps}>
        {(step) => (
          <>
            <p>{step === steps[0] ? "Created" : stepLabel(step.status)}</p>
            <p className={shared.hint}>{makerName(step.by)}</p>
          </>
        )}
      </History>
      {dialog === "add" && (
        <ChooseRequests
          title={`Add to batch ${id}`}
          explanation="All approved requests that are in no batch yet."
          button="Add"
          send={(added) => setLines(detail, [...ids, ...added])}
          onClose={close}
        />
      )}
      {dialog === "rest" && (
        <FormDialog
          title="All the rest was paid"
          explanation={`${counted(unpaid.length, "line")} will be marked as paid, and the members are told.${others > 0 ? " A colleague says what became of your own." : ""} What turns out not to be paid can still be marked as failed until the batch is closed.`}
          button={`Mark ${counted(unpaid.length, "line")} as paid`}
          initial={{}}
          deliver={() =>
            settle(
              detail,
              unpaid.map(({ redemption }) => ({
                redemption: redemption.id,
                paid: true,
                reason: "",
              })),
            )
          }
          onClose={close}
        />
      )}
    </article>
  );
}

/** A later step of a draft is somebody else's change of it. */
const stepLabel = (status: BatchStatus) =>
  status === "draft"
    ? "Changed"
    : (BATCH_STATUSES.find(({ value }) => value === status)?.label ?? status);

/** Fetches the lines, and saves them as a file. */
async function exported(batch: BatchDetail) {
  const sent = await exportBatch(batch);
  if (sent.outcome !== "accepted") return sent;
  download(`batch-${batch.batch.id}`, "csv", sent.value);
  const notice = success("Batch Exported", "The file is saved. Nothing is paid by it.");
  return { outcome: "accepted" as const, notice };
}
