import type { OfficeHours, ProgrammeDraft, ProgrammeView } from "@bindings";
import { useState } from "react";
import { hintOf } from "@/console/parts/hint";
import { Checks, chosenIn } from "@/components/fields/checks";
import { TextField } from "@/components/fields/field";
import { refused } from "@/components/dialog/form-dialog";
import { DataTable } from "@/console/parts/data-table";
import { RowButton } from "@/console/parts/buttons";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const DAYS = WEEK.map((label, index) => ({ value: String(index), label }));
const MINUTES_A_DAY = 24 * 60;

/** When the offices work on referrals. */
export function Offices({ programme }: { programme: ProgrammeView }) {
  const [changing, setChanging] = useState<string>();
  const { cities, settings } = programme;
  const rows = settings.offices.map((hours, index) => ({ hours, city: cities[index] || "Office" }));
  const changed = rows.find(({ hours }) => hours.callingCode === changing);
  return (
    <section aria-labelledby="offices">
      <h2 id="offices" className={shared.heading}>
        Office hours
      </h2>
      <p className={shared.lead}>
        They say which days count, and by when something is to be done on the last one. The hours
        that visitors read on the website are another matter.
      </p>
      <DataTable
        caption="Office hours"
        rows={rows}
        keyOf={({ hours }) => hours.callingCode}
        columns={[
          { label: "Office", cell: ({ city }) => city },
          { label: "Working days", cell: ({ hours }) => daysInWords(hours) },
          { label: "Closes", cell: ({ hours }) => timeOf(hours) },
          {
            label: "",
            cell: ({ hours, city }) => (
              <RowButton
                label="Change…"
                about={city}
                onClick={() => setChanging(hours.callingCode)}
              />
            ),
          },
        ]}
      />
      {changed && (
        <Change programme={programme} {...changed} onClose={() => setChanging(undefined)} />
      )}
    </section>
  );
}

const daysInWords = ({ workdays }: OfficeHours) =>
  WEEK.filter((_, index) => workdays[index])
    .map((day) => day.slice(0, 3))
    .join(", ");

/** The time of a clock; midnight ends the day. */
const timeOf = ({ closes }: OfficeHours) =>
  `${digits(Math.floor(closes / 60) % 24)}:${digits(closes % 60)}`;

const digits = (part: number) => String(part).padStart(2, "0");

function minutesOf(time: string) {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/u.exec(time.trim()) ?? [];
  return Number(hours) * 60 + Number(minutes) || (minutes ? MINUTES_A_DAY : 0);
}

type ChangeProps = {
  programme: ProgrammeView;
  hours: OfficeHours;
  city: string;
  onClose: () => void;
};

function Change({ programme, hours, city, onClose }: ChangeProps) {
  const isIt = ({ callingCode }: OfficeHours) => callingCode === hours.callingCode;
  const inWords = ({ offices }: ProgrammeDraft) =>
    offices.filter(isIt).map((now) => `${daysInWords(now)}, closes ${timeOf(now)}.`);
  const days = DAYS.filter((_, index) => hours.workdays[index]).map(({ value }) => value);
  return (
    <SettingsDialog
      programme={programme}
      title={`Office hours: ${city}`}
      explanation="For the days that count, and the end of each. Its clock stays that of the city."
      initial={{ days: days.join("\n"), closes: timeOf(hours) }}
      inWords={(holds) => inWords(holds).join(" ")}
      change={({ days: typed, closes: time }, { offices }) => {
        const closes = minutesOf(time);
        const hint = hintOf("office-hours");
        if (typed === "") return refused("days", hint);
        if (closes === 0) return refused("closes", hint);
        const works = (day: number) => chosenIn(typed).includes(String(day));
        const workdays: OfficeHours["workdays"] = [
          works(0),
          works(1),
          works(2),
          works(3),
          works(4),
          works(5),
          works(6),
        ];
        return {
          offices: offices.map((it) => (isIt(it) ? { ...it, workdays, closes } : it)),
        };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <Checks legend="Working days" options={DAYS} {...field("days")} />
          <TextField label="Closes" type="time" {...field("closes")} />
        </>
      )}
    </SettingsDialog>
  );
}
