import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import * as words from "@/content/generated/words/hosted";
import type { HostedActions } from "@/programme/programme";
import { Section } from "../section";
import styles from "../referral.module.css";

type Props = { name: string; actions: HostedActions };

/** What a member is called. */
export function OwnName({ name, actions }: Props) {
  const text = useFormText({ referrerName: name });
  const { form, field } = useForm(text, ({ referrerName }) => actions.setName(referrerName));
  return (
    <Section title={words.yourName} explanation={words.yourNameLead}>
      <details>
        <summary>{words.changeName}</summary>
        <form {...form} className={styles.stack}>
          <TextField label={words.name} autoComplete="name" required {...field("referrerName")} />
          <div className={styles.actions}>
            <Button type="submit" variant="quiet" pending={text.sending}>
              {words.saveName}
            </Button>
          </div>
        </form>
      </details>
    </Section>
  );
}
