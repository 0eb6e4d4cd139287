import type { RedemptionStatus, Redemptions } from "@bindings";
import { REDEMPTION_STATUSES } from "@bindings/rewards";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { durationSince } from "@/console/parts/formats";
import { Listing } from "@/console/parts/listing";
import { Split, SplitHeading, SplitList, SplitPane } from "@/console/parts/split";
import { usePages } from "@/console/parts/use-pages";
import shared from "@/console/console.module.css";
import { nameOf, points, since } from "./amounts";
import { Request } from "./request";
import { useOpen } from "./use-open";
import styles from "./rewards.module.css";

/** The value that stands for requests in every status. */
const ALL = "all";
const FIRST: RedemptionStatus = "requested";

const EMPTY: Partial<Record<string, string>> = {
  requested: "Nobody is waiting for a decision. What members ask for appears here.",
  approved: "Nothing waits for a batch. What you approve stands here until a batch has it.",
  batched: "Nothing is being paid. The lines of open batches appear here.",
  [ALL]: "No requests yet. Members ask on their own page, for what the catalogue offers.",
};

type Props = {
  /** Whether the viewer decides about what is paid. */
  mayPay: boolean;
  seesBatches: boolean;
  tabs: ReactNode;
};

/** What members ask for, by where it stands. */
export function Requests({ mayPay, seesBatches, tabs }: Props) {
  const [params] = useSearchParams();
  const asked = params.get("status");
  const known = REDEMPTION_STATUSES.find(({ value }) => value === asked)?.value;
  const status = asked === ALL ? ALL : (known ?? FIRST);
  const list = usePages<Redemptions>(
    status === ALL ? "/redemptions" : `/redemptions?status=${status}`,
  );
  const requests = list.pages.flatMap(({ redemptions }) => redemptions);
  const { open, active, rows, beside, addressOf, focusPane, close } = useOpen(
    "request",
    requests.map(({ redemption }) => redemption.id),
    list,
  );
  const found = requests.find(({ redemption }) => redemption.id === open);
  // What was decided on leaves the list, and stays open as it is now.
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const shown = found ?? (last?.redemption.id === open ? last : undefined);

  return (
    <Split isOpen={shown !== undefined}>
      <SplitList>
        <SplitHeading isOpen={shown !== undefined}>Rewards</SplitHeading>
        {tabs}
        <nav aria-label="Requests by status" className={styles.statuses}>
          {[...REDEMPTION_STATUSES, { value: ALL, label: "All" }].map(({ value, label }) => (
            <Link
              key={value}
              to={value === FIRST ? "?" : `?status=${value}`}
              aria-current={value === status ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Listing
          list={list}
          count={requests.length}
          empty={EMPTY[status] ?? "No requests here yet."}
          more="Show more"
        >
          <ol ref={rows} className={styles.rows}>
            {requests.map((request, index) => {
              const { id, offer, worth, label } = request.redemption;
              return (
                <li
                  key={id}
                  data-active={index === active || undefined}
                  aria-current={id === open || undefined}
                >
                  <p className={styles.what}>
                    <Link to={addressOf(id)} onClick={focusPane}>
                      {nameOf(request)}
                    </Link>
                    <span className={shared.hint}>{offer.title}</span>
                  </p>
                  <p className={styles.worth}>
                    <span>{points(offer.points)}</span>
                    <span className={shared.hint}>{worth}</span>
                  </p>
                  <p className={shared.hint}>
                    {status === ALL && `${label} `}
                    {durationSince(since(request))}
                  </p>
                </li>
              );
            })}
          </ol>
        </Listing>
      </SplitList>
      {shown && (
        <SplitPane ref={beside} label="Request" onClose={close}>
          <Request
            key={shown.redemption.id}
            request={shown}
            mayPay={mayPay}
            seesBatches={seesBatches}
            onChanged={setLast}
          />
        </SplitPane>
      )}
    </Split>
  );
}
