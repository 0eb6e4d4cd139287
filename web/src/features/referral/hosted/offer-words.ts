/** What an offer is called, in the list of offers and in a member's requests. */
import type { Offer, OfferKind } from "@bindings";
import * as words from "@/content/generated/words/points";

/** What an offer is, with the amount of a bank transfer. */
export function kindOf({ kind }: Offer, worth: string | undefined): string | undefined {
  const name = KINDS[kind];
  return name && worth ? words.ofWorth({ kind: name, worth }) : name;
}

/** Something else is what its title and text say. */
const KINDS: Readonly<Record<OfferKind, string | undefined>> = {
  voucher: words.voucher,
  "bank-transfer": words.bankTransfer,
  donation: words.donation,
  other: undefined,
};

type Reference = { readonly label: string; readonly hint: string };

/** What whoever pays has to know. A donation needs nothing. */
export const REFERENCES: Readonly<Record<OfferKind, Reference | undefined>> = {
  voucher: {
    label: words.voucherReference,
    hint: words.voucherReferenceHint,
  },
  "bank-transfer": {
    label: words.bankTransferReference,
    hint: words.bankTransferReferenceHint,
  },
  donation: undefined,
  other: {
    label: words.otherReference,
    hint: words.otherReferenceHint,
  },
};
