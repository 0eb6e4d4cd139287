/** What an offer is called, in the list of offers and in a member's requests. */
import type { Offer, OfferKind } from "@bindings";

/** What an offer is, with the amount of a bank transfer. */
export function kindOf({ kind }: Offer, worth: string | undefined): string | undefined {
  const name = KINDS[kind];
  return name && worth ? `${name} of ${worth}` : name;
}

/** Something else is what its title and text say. */
const KINDS: Readonly<Record<OfferKind, string | undefined>> = {
  voucher: "Voucher",
  "bank-transfer": "Bank transfer",
  donation: "Donation",
  other: undefined,
};

type Words = { readonly label: string; readonly hint: string };

const NO_BANK = "Never bank details: we do not store them.";

/** What whoever pays has to know. A donation needs nothing. */
export const REFERENCES: Readonly<Record<OfferKind, Words | undefined>> = {
  voucher: {
    label: "Where the voucher goes",
    hint: `For example, an email address. ${NO_BANK}`,
  },
  "bank-transfer": {
    label: "Payroll number",
    hint: `Up to 8 digits. ${NO_BANK}`,
  },
  donation: undefined,
  other: {
    label: "How we find you",
    hint: `For example, your department or an email address. ${NO_BANK}`,
  },
};
