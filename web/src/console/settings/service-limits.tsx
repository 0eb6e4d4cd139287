import type { ProgrammeDraft, ProgrammeView } from "@bindings";
import { useState } from "react";
import { SelectField } from "@/components/fields/field";
import { refused } from "@/components/dialog/form-dialog";
import { DataTable } from "@/console/parts/data-table";
import { RowActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { stageLabel } from "@/console/parts/formats";
import { setProgramme, useServiceLabel } from "@/console/programme";
import shared from "@/console/console.module.css";
import { DAYS, DAYS_EXPLAINED, DayFields, daysOf, inOneLine, typedDays } from "./days";
import { SettingsDialog } from "./settings-dialog";

/** The services whose limits are others than those of all. */
export function ServiceLimits({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState<string>();
  const serviceLabel = useServiceLabel();
  const services = programme.settings.serviceDays;
  return (
    <section aria-labelledby="service-limits" className={shared.spaced}>
      <div className={shared.head}>
        <h3 id="service-limits">Services with other limits</h3>
        <SmallButton onClick={() => setOpen("")}>Set other limits…</SmallButton>
      </div>
      {services.length === 0 ? (
        <p className={shared.hint}>None: these limits hold for every service.</p>
      ) : (
        <DataTable
          caption="Working days in the stages of a service"
          rows={services}
          keyOf={({ service }) => service}
          columns={[
            { label: "Service", cell: ({ service }) => serviceLabel(service) },
            ...DAYS.map(({ name, stage }) => ({
              label: stageLabel(stage),
              cell: ({ stageDays }: (typeof services)[number]) => stageDays[name],
              isFigure: true,
            })),
            {
              label: "",
              cell: ({ service }) => (
                <div className={shared.actions}>
                  <RowButton
                    label="Change…"
                    about={serviceLabel(service)}
                    onClick={() => setOpen(service)}
                  />
                  <RowActionButton
                    label="Remove"
                    about={serviceLabel(service)}
                    action={() =>
                      setProgramme(programme, { serviceDays: without(programme.settings, service) })
                    }
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      {open !== undefined && (
        <Change programme={programme} service={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

const without = ({ serviceDays }: ProgrammeDraft, service: string) =>
  serviceDays.filter((it) => it.service !== service);

const daysIn = (holds: ProgrammeDraft, service: string) =>
  holds.serviceDays.find((it) => it.service === service)?.stageDays ?? holds.stageDays;

type ChangeProps = { programme: ProgrammeView; service: string; onClose: () => void };

/** Asks for the limits of a service; without one, also for which. */
function Change({ programme, service, onClose }: ChangeProps) {
  const serviceLabel = useServiceLabel();
  const { services, serviceDays, stageDays } = programme.settings;
  const free = services.filter(({ value }) => !serviceDays.some((it) => it.service === value));
  return (
    <SettingsDialog
      programme={programme}
      title={service ? `Limits: ${serviceLabel(service)}` : "Other limits for a service"}
      explanation={DAYS_EXPLAINED}
      initial={{
        service,
        ...typedDays(service ? daysIn(programme.settings, service) : stageDays),
      }}
      inWords={(holds) => `${inOneLine(daysIn(holds, service))}.`}
      change={(text, holds) => {
        if (!text.service) return refused("service", "Choose a service.");
        const days = daysOf(text);
        if ("outcome" in days) return days;
        const changed = { service: text.service, stageDays: days };
        return { serviceDays: [...without(holds, text.service), changed] };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {!service && (
            <SelectField
              label="Service"
              placeholder="Choose a service"
              options={free}
              {...field("service")}
            />
          )}
          <DayFields field={field} />
        </>
      )}
    </SettingsDialog>
  );
}
