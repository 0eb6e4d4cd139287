import type { CorrectedField, ServiceChoice } from "@bindings";
import { shouldBe as label } from "@/content/generated/words/components";
import type { useForm } from "./use-form";
import { SelectField, TextAreaField, TextField } from "./field";

type Props = {
  corrected: CorrectedField;
  services: readonly ServiceChoice[];
} & ReturnType<ReturnType<typeof useForm>["field"]>;

/** The control for correcting a field of a referral. */
export function CorrectedText({ corrected, services, ...text }: Props) {
  if (corrected === "service") {
    return <SelectField label={label} options={services} {...text} />;
  }
  if (corrected === "notes") return <TextAreaField label={label} rows={4} {...text} />;
  return <TextField label={label} {...text} />;
}
