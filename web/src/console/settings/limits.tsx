import type { ProgrammeDraft, ProgrammeView, StageDays } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console";
import { STAGES } from "@bindings/staff";
import { useState } from "react";
import { TextField } from "@/components/fields/field";
import { refused } from "@/components/dialog/form-dialog";
import { DataTable } from "@/console/parts/data-table";
import { SmallButton } from "@/console/parts/buttons";
import { stageLabel } from "@/console/parts/formats";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

const { stageDaysMax, unansweredMax } = CONSOLE_LIMITS;

/** The settings' name of each open stage. */
const DAYS: readonly (readonly [stage: string, name: keyof StageDays])[] = [
  ["received", "received"],
  ["contacted", "contacted"],
  ["qualified", "qualified"],
  ["in-progress", "inProgress"],
];

const CALLS = "unanswered";

/** How long a referral may stay in a stage, and after how many calls one gives up. */
export function Limits({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState(false);
  const { stageDays, unansweredEnough } = programme.settings;
  const rows = DAYS.map(([stage, name]) => ({
    what: stageLabel(stage),
    limit: daysInWords(stageDays[name]),
  }));
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
        rows={rows}
        keyOf={({ what }) => what}
        columns={[
          { label: "Stage", cell: ({ what }) => what },
          { label: "Limit", cell: ({ limit }) => limit },
        ]}
      />
      {open && <Change programme={programme} onClose={() => setOpen(false)} />}
    </section>
  );
}

const daysInWords = (days: number) =>
  days === 0 ? "The same day" : `${days} working ${days === 1 ? "day" : "days"}`;

const callsInWords = (calls: number) => `${calls} ${calls === 1 ? "call" : "calls"}`;

function inWords({ stageDays, unansweredEnough }: ProgrammeDraft) {
  const days = DAYS.map(([stage, name]) => `${stageLabel(stage)} ${stageDays[name]}`);
  return `${days.join(", ")}; ${callsInWords(unansweredEnough)}.`;
}

function Change({ programme, onClose }: { programme: ProgrammeView; onClose: () => void }) {
  const { stageDays, unansweredEnough } = programme.settings;
  const { received, contacted, qualified, inProgress } = stageDays;
  const initial = {
    received: String(received),
    contacted: String(contacted),
    qualified: String(qualified),
    inProgress: String(inProgress),
    [CALLS]: String(unansweredEnough),
  };
  return (
    <SettingsDialog
      programme={programme}
      title="Change limits"
      explanation={`In working days, up to ${stageDaysMax}. 0 is the same day.`}
      initial={initial}
      inWords={inWords}
      change={(text) => {
        for (const [name, typed] of Object.entries(text)) {
          const max = name === CALLS ? unansweredMax : stageDaysMax;
          if (!/^\d{1,4}$/u.test(typed.trim()) || Number(typed) > max) {
            return refused(name, `Enter a whole number up to ${max}.`);
          }
        }
        const days = Object.fromEntries(DAYS.map(([, name]) => [name, Number(text[name])]));
        return {
          stageDays: { ...stageDays, ...days },
          unansweredEnough: Number(text[CALLS]),
        };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {STAGES.flatMap(({ value, label }) => {
            const name = DAYS.find(([stage]) => stage === value)?.[1];
            if (!name) return [];
            return [<TextField key={name} label={label} inputMode="numeric" {...field(name)} />];
          })}
          <TextField
            label="Calls that nobody answered"
            hint={`After so many in a row, closing is proposed: 1 to ${unansweredMax}.`}
            inputMode="numeric"
            {...field(CALLS)}
          />
        </>
      )}
    </SettingsDialog>
  );
}
