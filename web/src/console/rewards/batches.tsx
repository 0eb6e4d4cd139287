import type { Batches as BatchPage, BatchView } from "@bindings";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { useKeys } from "@/console/keys";
import { SmallButton } from "@/console/parts/buttons";
import { counted, formatDate, makerName } from "@/console/parts/formats";
import { Listing } from "@/console/parts/listing";
import { Split, SplitHeading, SplitList, SplitPane } from "@/console/parts/split";
import { usePages } from "@/console/parts/use-pages";
import shared from "@/console/console.module.css";
import { Batch } from "./batch";
import { ChooseRequests } from "./choose-requests";
import { useOpen } from "./use-open";
import { makeBatch } from "./use-rewards";
import styles from "./rewards.module.css";

/** The batches that requests are paid in, newest first. */
export function Batches({ mayPay, tabs }: { mayPay: boolean; tabs: ReactNode }) {
  const list = usePages<BatchPage>("/batches");
  const batches = list.pages.flatMap((page) => page.batches);
  const [isMaking, setMaking] = useState(false);
  const { open, active, rows, beside, addressOf, focusPane, show, close } = useOpen(
    "batch",
    batches.map(({ id }) => id),
    list,
  );
  useKeys(mayPay ? { n: ["Create a batch…", () => setMaking(true)] } : {});

  return (
    <Split isOpen={open !== undefined}>
      <SplitList>
        <SplitHeading isOpen={open !== undefined}>Rewards</SplitHeading>
        {tabs}
        {mayPay && (
          <div className={styles.above}>
            <SmallButton
              variant={open === undefined ? "primary" : "quiet"}
              aria-keyshortcuts="n"
              onClick={() => setMaking(true)}
            >
              Create a batch…
            </SmallButton>
          </div>
        )}
        <Listing
          list={list}
          count={batches.length}
          empty="No batches yet. Approve what members ask for, then put it into one and have it paid."
          more="Show older batches"
        >
          <ol ref={rows} className={styles.rows}>
            {batches.map((batch, index) => (
              <li
                key={batch.id}
                data-active={index === active || undefined}
                aria-current={batch.id === open || undefined}
              >
                <p className={styles.what}>
                  <Link to={addressOf(batch.id)} onClick={focusPane}>
                    Batch {batch.id}
                  </Link>
                  <span className={shared.hint}>{madeBy(batch)}</span>
                </p>
                <p className={styles.worth}>
                  <span>{counted(batch.lines, "line")}</span>
                  <span className={shared.hint}>
                    {batch.settled > 0 && `${batch.settled} settled`}
                  </span>
                </p>
                <p className={shared.hint}>{batch.label}</p>
              </li>
            ))}
          </ol>
        </Listing>
      </SplitList>
      {open !== undefined && (
        <SplitPane ref={beside} label="Details" onClose={close}>
          <Batch key={open} id={open} mayPay={mayPay} />
        </SplitPane>
      )}
      {isMaking && (
        <ChooseRequests
          title="Create a batch"
          explanation="All approved requests that are in no batch yet. Somebody else approves the batch."
          button="Create a batch"
          send={async (ids) => {
            const sent = await makeBatch(ids);
            if (sent.outcome === "accepted") show(sent.value.batch.id);
            return sent;
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </Split>
  );
}

function madeBy({ steps: [made] }: BatchView): string {
  return made ? `${makerName(made.by)}, ${formatDate(made.at)}` : "";
}
