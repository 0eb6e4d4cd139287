import type { DeclineReason, ProgrammeDraft, ProgrammeView, Side } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { Checks } from "@/components/fields/checks";
import { SelectField, TextField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { DataTable } from "@/console/parts/data-table";
import { RowActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { setProgramme } from "@/console/programme";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

const SIDES: readonly { readonly value: Side; readonly label: string }[] = [
  { value: "person", label: "The person" },
  { value: "company", label: "The company" },
  { value: "other", label: "Other" },
];

const sideLabel = (side: Side) => SIDES.find(({ value }) => value === side)?.label ?? "The record";

/** What a reason is before anything is typed. */
const NEW: DeclineReason = {
  name: "",
  side: "person",
  label: "",
  sentence: "",
  needsNote: false,
  offered: true,
  added: true,
};

/** The reasons for declining a referral. */
export function Reasons({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState<DeclineReason>();
  const { reasons } = programme.settings;
  return (
    <section aria-label="Reasons to decline">
      <div className={shared.head}>
        <p className={shared.lead}>
          One that is not offered can still be read where it was chosen before. The referrer reads
          the sentence, and never the label.
        </p>
        <SmallButton variant="primary" onClick={() => setOpen(NEW)}>
          Add a reason…
        </SmallButton>
      </div>
      <DataTable
        caption="Reasons to decline"
        rows={reasons}
        keyOf={({ name }) => name}
        columns={[
          { label: "Reason", cell: ({ label }) => label },
          { label: "Cause", cell: ({ side }) => sideLabel(side) },
          { label: "The referrer reads", cell: ({ sentence }) => sentence },
          { label: "Note", cell: ({ needsNote }) => (needsNote ? "Needed" : "–") },
          {
            label: "State",
            cell: ({ offered }) => (
              <Tag tone={offered ? "green" : "yellow"}>{stateOf(offered)}</Tag>
            ),
          },
          {
            label: "",
            cell: (reason) => (
              <div className={shared.actions}>
                <RowActionButton
                  label={reason.offered ? "Switch off" : "Offer again"}
                  about={reason.label}
                  action={() =>
                    setProgramme(
                      programme,
                      withReason(programme.settings, { ...reason, offered: !reason.offered }),
                    )
                  }
                />
                {reason.added && (
                  <RowButton label="Change…" about={reason.label} onClick={() => setOpen(reason)} />
                )}
              </div>
            ),
          },
        ]}
      />
      {open && (
        <ReasonDialog programme={programme} reason={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

/** The reasons with this one in its place, or at the end if it is new. */
function withReason({ reasons }: ProgrammeDraft, changed: DeclineReason): Partial<ProgrammeDraft> {
  if (!changed.name) return { reasons: [...reasons, changed] };
  return { reasons: reasons.map((it) => (it.name === changed.name ? changed : it)) };
}

/** A reason in words. */
const allOf = ({ label, side, sentence, needsNote, offered }: DeclineReason) =>
  `“${label}”; ${sideLabel(side)}; “${sentence}”; ${needsNote ? "a note is needed" : "no note"}; ${stateOf(offered)}`;

const stateOf = (offered: boolean) => (offered ? "Offered" : "Not offered");

type DialogProps = { programme: ProgrammeView; reason: DeclineReason; onClose: () => void };

function ReasonDialog({ programme, reason, onClose }: DialogProps) {
  const { name, side, label, sentence, needsNote } = reason;
  const nowOf = ({ reasons }: ProgrammeDraft) => reasons.find((it) => it.name === name);
  const inWords = (holds: ProgrammeDraft) => {
    const now = nowOf(holds);
    return now ? allOf(now) : holds.reasons.map((it) => it.label).join(", ");
  };
  return (
    <SettingsDialog
      programme={programme}
      title={name ? `Change “${label}”` : "Add a reason"}
      explanation="It can be chosen as soon as it is saved, and then only be switched off."
      initial={{ label, side, sentence, note: needsNote ? NOTE : "" }}
      inWords={inWords}
      change={(text, holds) =>
        withReason(holds, {
          // Somebody else may have switched it off.
          ...(nowOf(holds) ?? reason),
          label: text.label,
          side: text.side as Side,
          sentence: text.sentence,
          needsNote: text.note !== "",
        })
      }
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
          <SelectField label="Cause" options={SIDES} {...field("side")} />
          <TextField
            label="Sentence"
            hint="What the referrer reads. Do not say whom you know."
            maxLength={CONSOLE_LIMITS.sentenceMax}
            autoComplete="off"
            {...field("sentence")}
          />
          <Checks
            legend="Note"
            options={[{ value: NOTE, label: "A note is needed" }]}
            {...field("note")}
          />
        </>
      )}
    </SettingsDialog>
  );
}

const NOTE = "needed";
