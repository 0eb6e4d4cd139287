import { type CorrectedField, SERVICE_OPTIONS } from "@bindings";
import type { useForm } from "./use-form";
import { SelectField, TextAreaField, TextField } from "./field";

type Props = { corrected: CorrectedField } & ReturnType<ReturnType<typeof useForm>["field"]>;

/** The control for correcting a field of a referral. */
export function CorrectedText({ corrected, ...text }: Props) {
  const label = "It should be";
  if (corrected === "service") {
    return <SelectField label={label} options={SERVICE_OPTIONS} {...text} />;
  }
  if (corrected === "notes") return <TextAreaField label={label} rows={4} {...text} />;
  return <TextField label={label} {...text} />;
}
