import type { ProgrammeDraft, ProgrammeService, ProgrammeView } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { TextField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { DataTable } from "@/console/parts/data-table";
import { RowActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { setProgramme } from "@/console/programme";
import shared from "@/console/console.module.css";
import { SettingsDialog } from "./settings-dialog";

/** What a service is before anything is typed. */
const NEW: ProgrammeService = { value: "", label: "", offered: true, added: true };

/** What somebody can be referred for. */
export function Services({ programme }: { programme: ProgrammeView }) {
  const [open, setOpen] = useState<ProgrammeService>();
  const { services } = programme.settings;
  return (
    <section aria-label="Services">
      <div className={shared.head}>
        <p className={shared.lead}>
          Visitors choose from those that are offered. Referrals for the others go on as before.
        </p>
        <SmallButton variant="primary" onClick={() => setOpen(NEW)}>
          Add a service…
        </SmallButton>
      </div>
      <DataTable
        caption="Services"
        rows={services}
        keyOf={({ value }) => value}
        columns={[
          { label: "Service", cell: ({ label }) => label },
          { label: "Name in files and in the interface", cell: ({ value }) => value },
          {
            label: "State",
            cell: ({ offered }) => (
              <Tag tone={offered ? "green" : "yellow"}>{stateOf(offered)}</Tag>
            ),
          },
          {
            label: "",
            cell: (service) => (
              <div className={shared.actions}>
                <RowActionButton
                  label={service.offered ? "Switch off" : "Offer again"}
                  about={service.label}
                  action={() =>
                    setProgramme(
                      programme,
                      withService(programme.settings, { ...service, offered: !service.offered }),
                    )
                  }
                />
                {service.added && (
                  <RowButton
                    label="Change…"
                    about={service.label}
                    onClick={() => setOpen(service)}
                  />
                )}
              </div>
            ),
          },
        ]}
      />
      {open && (
        <ServiceDialog programme={programme} service={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

/** The services with this one in its place, or at the end if it is new. */
function withService(
  { services }: ProgrammeDraft,
  changed: ProgrammeService,
): Partial<ProgrammeDraft> {
  if (!changed.value) return { services: [...services, changed] };
  return { services: services.map((it) => (it.value === changed.value ? changed : it)) };
}

const stateOf = (offered: boolean) => (offered ? "Offered" : "Not offered");

type DialogProps = { programme: ProgrammeView; service: ProgrammeService; onClose: () => void };

function ServiceDialog({ programme, service, onClose }: DialogProps) {
  const { value, label } = service;
  const nowOf = ({ services }: ProgrammeDraft) => services.find((it) => it.value === value);
  const inWords = (holds: ProgrammeDraft) => {
    const now = nowOf(holds);
    return now
      ? `“${now.label}”; ${stateOf(now.offered)}`
      : holds.services.map((it) => it.label).join(", ");
  };
  return (
    <SettingsDialog
      programme={programme}
      title={value ? `Change “${label}”` : "Add a service"}
      explanation={
        value
          ? "Referrals that have it show the new label too."
          : "Visitors can choose it as soon as it is saved. From then on it can only be switched off."
      }
      initial={{ label }}
      inWords={inWords}
      change={(text, holds) =>
        // Somebody else may have switched it off.
        withService(holds, { ...(nowOf(holds) ?? service), label: text.label })
      }
      onClose={onClose}
    >
      {(field) => (
        <TextField
          label="Label"
          hint="What visitors and colleagues read."
          maxLength={CONSOLE_LIMITS.labelMax}
          autoComplete="off"
          {...field("label")}
        />
      )}
    </SettingsDialog>
  );
}
