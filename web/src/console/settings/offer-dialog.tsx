import { type Currency, type OfferDraft, type OfferKind, type RejectionCode } from "@bindings";
import { CURRENCIES, OFFER_KINDS, REWARD_LIMITS } from "@bindings/rewards";
import { noticeOf } from "@/api/requests";
import { hintOf } from "@/console/parts/hint";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import type { FormOutcome } from "@/components/fields/use-form";
import { success } from "@/console/server";
import { checkOffers } from "./catalogues";

type Props = {
  /** The offers of the draft. */
  offers: readonly OfferDraft[];
  /** Which of them; the place after the last for a new one. */
  place: number;
  save: (offers: readonly OfferDraft[]) => void;
  onClose: () => void;
};

const TRANSFER: OfferKind = "bank-transfer";

/** The field that each fault of an offer is about. */
const FIELDS: Partial<Record<RejectionCode, string>> = {
  "offer-id": "id",
  "offer-twice": "id",
  "offers-too-many": "id",
  "offer-changed": "kind",
  "offer-title": "title",
  "offer-text": "text",
  "offer-points": "points",
  "offer-period": "until",
  "offer-stock": "stock",
  "offer-amount": "number",
  "amount-unclear": "number",
  "amount-decimals": "number",
};

const text = (value: number | undefined) => (value === undefined ? "" : String(value));

/** One offer of the draft. The server says what is wrong with it, beside the fields. */
export function OfferDialog({ offers, place, save, onClose }: Props) {
  const offer = offers[place];

  async function deliver(typed: Typed): Promise<FormOutcome> {
    const wrong = (["points", "stock"] as const).find(
      (name) => typed[name].trim() && !/^\d{1,15}$/.test(typed[name].trim()),
    );
    const missing = typed.points.trim() ? undefined : "points";
    const field = wrong ?? missing;
    if (field) return refused(field, "Enter a whole number, in digits.");
    const next = offerOf(typed);
    const draft = offer ? offers.with(place, next) : [...offers, next];
    try {
      const { faults } = await checkOffers(draft);
      const own = faults.filter((fault) => fault.offer === place);
      if (own.length > 0) {
        const errors = own.map(({ code }) => ({
          field: FIELDS[code] ?? null,
          hint: hintOf(code),
        }));
        const description = errors[0]?.hint ?? "";
        const notice = { title: "Error", description, variant: "destructive" } as const;
        return { outcome: "refused", notice, errors };
      }
    } catch (error) {
      return { outcome: "failed", notice: noticeOf(error) };
    }
    save(draft);
    const notice = success("Offer Kept", "It is in the draft, and not published yet.");
    return { outcome: "accepted", notice };
  }

  return (
    <FormDialog
      title={offer ? `Change “${offer.title}”` : "Add an offer"}
      explanation="Members see it when the draft is published."
      button="Keep in the draft"
      about={`offer ${place} ${offer?.id ?? ""}`}
      initial={{
        title: offer?.title ?? "",
        text: offer?.text ?? "",
        points: text(offer?.points),
        kind: offer?.kind ?? "voucher",
        currency: offer?.amount?.currency ?? CURRENCIES[0]?.value ?? "",
        number: offer?.amount?.number ?? "",
        id: offer?.id ?? "",
        from: offer?.from ?? "",
        until: offer?.until ?? "",
        stock: text(offer?.stock),
      }}
      deliver={deliver}
      onClose={onClose}
    >
      {(field) => {
        const chosen = CURRENCIES.find(({ value }) => value === field("currency").value);
        return (
          <>
            <TextField
              label="Title"
              maxLength={REWARD_LIMITS.titleMax}
              autoComplete="off"
              {...field("title")}
            />
            <TextAreaField
              label="Text"
              optional
              rows={2}
              maxLength={REWARD_LIMITS.textMax}
              {...field("text")}
            />
            <TextField label="Points" inputMode="numeric" {...field("points")} />
            <SelectField label="What" options={OFFER_KINDS} {...field("kind")} />
            {field("kind").value === TRANSFER && (
              <>
                <SelectField label="Currency" options={CURRENCIES} {...field("currency")} />
                <TextField
                  label="Amount"
                  hint={`Up to ${chosen?.decimals ?? 2} decimals, after a point.`}
                  inputMode="decimal"
                  {...field("number")}
                />
              </>
            )}
            <TextField
              label="Name"
              hint="For lists, such as gift-50. It stays for good, with its kind and its currency."
              autoComplete="off"
              {...field("id")}
            />
            <TextField label="First day" optional type="date" {...field("from")} />
            <TextField label="Last day" optional type="date" {...field("until")} />
            <TextField
              label="How many there are"
              optional
              hint="In all, with those that were chosen before."
              inputMode="numeric"
              {...field("stock")}
            />
          </>
        );
      }}
    </FormDialog>
  );
}

type Typed = Record<
  "title" | "text" | "points" | "kind" | "currency" | "number" | "id" | "from" | "until" | "stock",
  string
>;

function offerOf(typed: Typed): OfferDraft {
  const { title, points, kind, currency, number, id, from, until, stock } = typed;
  return {
    id: id.trim(),
    title,
    text: typed.text,
    points: Number(points),
    kind: kind as OfferKind,
    ...(kind === TRANSFER && { amount: { currency: currency as Currency, number } }),
    ...(from && { from }),
    ...(until && { until }),
    ...(stock.trim() && { stock: Number(stock) }),
  };
}
