import type { OfferKind, OfferView } from "@bindings";
import { FormDialog } from "@/components/dialog/form-dialog";
import { TextField } from "@/components/fields/field";
import { number } from "@/content/format";
import * as words from "@/content/generated/words/points";
import type { HostedActions } from "@/programme/programme";
import { Fact } from "../section";
import { REFERENCES } from "./offer-words";
import styles from "../referral.module.css";
import own from "./exchange.module.css";

/** An offer that somebody has chosen, with what the page showed then. */
export type Chosen = {
  readonly shown: OfferView;
  readonly spendable: number;
  /** The id of the newest request; 0 without one. */
  readonly newest: number;
};

type Props = { chosen: Chosen; actions: HostedActions; onClose: () => void };

/** Shows what will be left, and asks for what is needed to pay. */
export function ExchangeDialog({ chosen, actions, onClose }: Props) {
  const { offer } = chosen.shown;
  const reference = REFERENCES[offer.kind];
  return (
    <FormDialog
      title={offer.title}
      explanation={EXPLANATIONS[offer.kind]}
      button={words.exchange({ points: offer.points })}
      initial={{ offer: offer.id, reference: "" }}
      deliver={({ reference: typed }) =>
        actions.exchange(
          {
            offer: offer.id,
            points: offer.points,
            ...(chosen.shown.worth !== undefined && { worth: chosen.shown.worth }),
            reference: typed,
          },
          chosen.newest,
        )
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <dl className={styles.facts}>
            <Fact name={words.canExchange}>{number(chosen.spendable)}</Fact>
            <Fact name={words.costs}>{number(offer.points)}</Fact>
            <Fact name={words.leftAfterwards}>
              {number(Math.max(0, chosen.spendable - offer.points))}
            </Fact>
          </dl>
          {field("offer").error !== undefined && (
            <p className={own.refusal}>{field("offer").error}</p>
          )}
          {reference && (
            <TextField {...reference} autoComplete="off" optional {...field("reference")} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const EXPLANATIONS: Readonly<Record<OfferKind, string>> = {
  voucher: words.voucherLead,
  "bank-transfer": words.bankTransferLead,
  donation: words.donationLead,
  other: words.otherLead,
};
