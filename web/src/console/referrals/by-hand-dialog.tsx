import type { Balance, PointsByHand } from "@bindings";
import { REWARD_LIMITS } from "@bindings/rewards";
import { FormDialog } from "@/components/dialog/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { EnterSends } from "@/console/parts/enter";
import { sendWrite } from "@/console/server";

const number = new Intl.NumberFormat("en-GB");

const TAKES = "takes";
const WAYS = [
  { value: "gives", label: "Give points" },
  { value: TAKES, label: "Take points away" },
];

type Props = {
  /** The key of any referral of theirs. */
  of: string;
  /** What they have now. */
  balance: Balance;
  onClose: () => void;
};

/** Gives a referrer points that no award explains, or takes some away. */
export function ByHandDialog({ of: key, balance, onClose }: Props) {
  return (
    <FormDialog
      title="Enter points by hand"
      explanation="They read your note in their statement. Points that you give are available at once, count for no rule, and never expire. To correct an entry, enter the opposite."
      button="Enter points"
      initial={{ way: "gives", points: "", note: "" }}
      deliver={({ way, points, note }) => {
        const value: PointsByHand = { points, takes: way === TAKES, note };
        const path = `/referrers/${encodeURIComponent(key)}/rewards`;
        return sendWrite<Balance>(path, { method: "POST", value });
      }}
      onClose={onClose}
    >
      {(field, { text }) => (
        <EnterSends>
          <SelectField label="What to do" options={WAYS} {...field("way")} />
          <TextField
            label="Points"
            inputMode="numeric"
            autoComplete="off"
            hint={left(balance.points, text)}
            {...field("points")}
          />
          <TextAreaField
            label="Note"
            hint="Why, for the member to read. No phone number."
            rows={2}
            maxLength={REWARD_LIMITS.reasonMax}
            {...field("note")}
          />
        </EnterSends>
      )}
    </FormDialog>
  );
}

/** What they have, and what will be left. */
function left(now: number, { way, points }: Readonly<Record<"way" | "points", string>>): string {
  const have = `They have ${number.format(now)}, with what is on hold`;
  if (!/^\d{1,15}$/.test(points.trim())) return `${have}.`;
  const change = way === TAKES ? -Number(points) : Number(points);
  return `${have}, and will have ${number.format(now + change)}.`;
}
