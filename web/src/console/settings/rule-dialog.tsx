import type { Rule } from "@bindings";
import { SelectField, TextField } from "@/components/fields/field";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { hintOf } from "@/console/parts/hint";
import { useServices } from "@/console/programme";
import { success } from "@/console/server";

const text = (value: number | undefined) => (value === undefined ? "" : String(value));

type Props = {
  /** The rule as it is; none for a new one. */
  rule: Rule | undefined;
  /** Its place in the draft. */
  place: number;
  save: (rule: Rule) => void;
  onClose: () => void;
};

const EVERY = "every";
const NEVER = "none";
const WHO = [
  { value: "referrer", label: "The referrer" },
  { value: "referred", label: "The person who was referred, if they are a member" },
];
const PERIODS = [
  { value: NEVER, label: "No most" },
  { value: "month", label: "A month" },
  { value: "year", label: "A year" },
  { value: "ever", label: "Ever" },
];
const NUMBERS = ["gives", "holdDays", "validMonths", "first", "last", "most"] as const;

/** What one rule says. What it means, and whether it may say so, the server answers in the draft. */
export function RuleDialog({ rule, place, save, onClose }: Props) {
  const services = useServices();
  return (
    <FormDialog
      title={rule ? `Change rule: ${rule.id}` : "Add a rule"}
      explanation="A rule that gives 0 points and has a most limits what all rules together give."
      button="Keep in the draft"
      about={`rule ${place} ${rule?.id ?? ""}`}
      initial={{
        id: rule?.id ?? "",
        service: rule?.service ?? EVERY,
        to: rule?.to ?? "referrer",
        gives: text(rule?.gives),
        holdDays: text(rule?.holdDays ?? 0),
        validMonths: text(rule?.validMonths),
        first: text(rule?.nth?.from),
        last: text(rule?.nth?.to),
        per: rule?.cap?.per ?? NEVER,
        most: text(rule?.cap?.points),
        from: rule?.from ?? "",
        until: rule?.until ?? "",
      }}
      deliver={(typed) => {
        const wrong = NUMBERS.find((name) => typed[name] && !/^\d{1,15}$/.test(typed[name].trim()));
        const missing = (["gives", "holdDays"] as const).find((name) => !typed[name].trim());
        const field = wrong ?? missing;
        if (field) return Promise.resolve(refused(field, hintOf("points-missing")));
        save(ruleOf(typed));
        const notice = success("Rule Kept", "It is in the draft, and not published yet.");
        return Promise.resolve({ outcome: "accepted", notice });
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            label="Name"
            hint="It stays for good: its most counts over all versions."
            {...field("id")}
          />
          <SelectField
            label="Service"
            options={[{ value: EVERY, label: "Every service" }, ...services]}
            {...field("service")}
          />
          <TextField label="Points" inputMode="numeric" {...field("gives")} />
          <SelectField label="For" options={WHO} {...field("to")} />
          <TextField label="Days on hold" inputMode="numeric" {...field("holdDays")} />
          <TextField
            label="Months valid after that"
            hint="Without a number, they never expire."
            optional
            inputMode="numeric"
            {...field("validMonths")}
          />
          <TextField
            label="From which success of a year"
            optional
            inputMode="numeric"
            {...field("first")}
          />
          <TextField label="To which success" optional inputMode="numeric" {...field("last")} />
          <SelectField label="At most in" options={PERIODS} {...field("per")} />
          <TextField label="Most points" optional inputMode="numeric" {...field("most")} />
          <TextField label="First day of submission" optional type="date" {...field("from")} />
          <TextField label="Last day of submission" optional type="date" {...field("until")} />
        </>
      )}
    </FormDialog>
  );
}

type Typed = Record<
  "id" | "service" | "to" | "per" | "from" | "until" | (typeof NUMBERS)[number],
  string
>;

function ruleOf(typed: Typed): Rule {
  const { id, service, to, gives, holdDays, validMonths, first, last, per, most, from, until } =
    typed;
  return {
    id: id.trim(),
    ...(service !== EVERY && { service }),
    gives: Number(gives),
    to: to as Rule["to"],
    holdDays: Number(holdDays),
    ...(validMonths && { validMonths: Number(validMonths) }),
    ...((first || last) && {
      nth: { from: Number(first || 1), ...(last && { to: Number(last) }) },
    }),
    ...(per !== NEVER && { cap: { per: per as "month", points: Number(most) } }),
    ...(from && { from }),
    ...(until && { until }),
  };
}
