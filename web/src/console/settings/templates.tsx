import type { ProgrammeDraft, ProgrammeView, Template } from "@bindings";
import { TEMPLATE_FIELDS } from "@bindings/console";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { TextAreaField, TextField } from "@/components/fields/field";
import { DataTable } from "@/console/parts/data-table";
import { RowActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { setProgramme } from "@/console/programme";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

const NEW: Template = { label: "", words: "" };

/** What is often said to referrers. */
export function Templates({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState<Template>();
  const { templates } = programme.settings;
  return (
    <section aria-label="Templates">
      <div className={shared.head}>
        <p className={shared.lead}>
          Whoever writes to a referrer can begin with one of these, and change the words. Histories
          keep what was sent.
        </p>
        <SmallButton variant="primary" onClick={() => setOpen(NEW)}>
          Add a template…
        </SmallButton>
      </div>
      {templates.length === 0 ? (
        <p>There is none: one writes without.</p>
      ) : (
        <DataTable
          caption="Templates"
          rows={templates}
          keyOf={({ label }) => label}
          columns={[
            { label: "Template", cell: ({ label }) => label },
            { label: "The referrer reads", cell: ({ words }) => words },
            {
              label: "",
              cell: (template) => (
                <div className={shared.actions}>
                  <RowButton
                    label="Change…"
                    about={template.label}
                    onClick={() => setOpen(template)}
                  />
                  <RowActionButton
                    label="Remove"
                    about={template.label}
                    action={() =>
                      setProgramme(programme, { templates: templates.filter(isNot(template)) })
                    }
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      {open && (
        <TemplateDialog programme={programme} template={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

const isNot =
  ({ label }: Template) =>
  (it: Template) =>
    it.label !== label;

type DialogProps = { programme: ProgrammeView; template: Template; onClose: () => void };

function TemplateDialog({ programme, template, onClose }: DialogProps) {
  const { label, words } = template;
  const nowOf = ({ templates }: ProgrammeDraft) => templates.find((it) => it.label === label);
  return (
    <SettingsDialog
      programme={programme}
      title={label ? `Change “${label}”` : "Add a template"}
      explanation="Begin with a greeting, and end with who writes."
      initial={{ label, words }}
      inWords={(holds) => nowOf(holds)?.words ?? holds.templates.map((it) => it.label).join(", ")}
      change={(typed, holds) => {
        const changed = { label: typed.label, words: typed.words };
        const before = nowOf(holds);
        // Somebody else may have removed it.
        if (!before) return { templates: [...holds.templates, changed] };
        return { templates: holds.templates.map((it) => (it === before ? changed : it)) };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            label="Label"
            hint="What colleagues read."
            maxLength={CONSOLE_LIMITS.labelMax}
            autoComplete="off"
            {...field("label")}
          />
          <TextAreaField
            label="Words"
            hint={
              <>
                For each referral these are filled in:{" "}
                {TEMPLATE_FIELDS.map(({ value, label: of }) => `{${value}} ${lower(of)}`).join(
                  ", ",
                )}
                .
              </>
            }
            rows={6}
            maxLength={CONSOLE_LIMITS.templateMax}
            {...field("words")}
          />
        </>
      )}
    </SettingsDialog>
  );
}

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
