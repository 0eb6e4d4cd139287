import type { ProgrammeDraft, ProgrammeView } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { TextField } from "@/components/fields/field";
import { DataTable } from "@/console/parts/data-table";
import { SmallButton } from "@/console/parts/buttons";
import { stageLabel } from "@/console/parts/formats";
import shared from "@/console/console.module.css";
import { DAYS, DAYS_EXPLAINED, DayFields, daysOf, inOneLine, notWhole, typedDays } from "./days";
import { ServiceLimits } from "./service-limits";
import { SettingsDialog } from "./settings-dialog";

const { unansweredMax } = CONSOLE_LIMITS;

/** How long a referral may stay in a stage, and after how many calls one gives up. */
export function Limits({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState(false);
  const { stageDays, unansweredEnough } = programme.settings;
  return (
    <section aria-labelledby="limits">
      <div className={shared.head}>
        <h2 id="limits">Limits</h2>
        <SmallButton onClick={() => setOpen(true)}>Change limits…</SmallButton>
      </div>
      <p className={shared.lead}>
        A referral is overdue when nobody has done anything about it for as many working days of its
        office. After {callsInWords(unansweredEnough)} in a row that nobody answered, the console
        proposes to close it.
      </p>
      <DataTable
        caption="Working days in each stage"
        rows={DAYS}
        keyOf={({ name }) => name}
        columns={[
          { label: "Stage", cell: ({ stage }) => stageLabel(stage) },
          { label: "Limit", cell: ({ name }) => daysInWords(stageDays[name]) },
        ]}
      />
      <ServiceLimits programme={programme} />
      {open && <Change programme={programme} onClose={() => setOpen(false)} />}
    </section>
  );
}

const daysInWords = (days: number) =>
  days === 0 ? "The same day" : `${days} working ${days === 1 ? "day" : "days"}`;

const callsInWords = (calls: number) => `${calls} ${calls === 1 ? "call" : "calls"}`;

const inWords = ({ stageDays, unansweredEnough }: ProgrammeDraft) =>
  `${inOneLine(stageDays)}; ${callsInWords(unansweredEnough)}.`;

function Change({ programme, onClose }: { programme: ProgrammeView; onClose: () => void }) {
  const { stageDays, unansweredEnough } = programme.settings;
  return (
    <SettingsDialog
      programme={programme}
      title="Change limits"
      explanation={DAYS_EXPLAINED}
      initial={{ ...typedDays(stageDays), calls: String(unansweredEnough) }}
      inWords={inWords}
      change={(text) => {
        const days = daysOf(text);
        if ("outcome" in days) return days;
        const wrong = notWhole(text, ["calls"], unansweredMax);
        return wrong ?? { stageDays: days, unansweredEnough: Number(text.calls) };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <DayFields field={field} />
          <TextField
            label="Calls that nobody answered"
            hint={`After so many in a row, closing is proposed: 1 to ${unansweredMax}.`}
            inputMode="numeric"
            {...field("calls")}
          />
        </>
      )}
    </SettingsDialog>
  );
}
