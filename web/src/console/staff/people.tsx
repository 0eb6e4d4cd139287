import type { Sessions, StaffEntry } from "@bindings";
import { CONSOLE_LIMITS, STAFF_ROLES } from "@bindings/staff";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { SelectField, TextField } from "@/components/fields/field";
import type { FormOutcome } from "@/components/fields/use-form";
import { Tag } from "@/components/tag/tag";
import { ActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { Checks, chosenIn } from "@/components/fields/checks";
import { DataTable } from "@/console/parts/data-table";
import { mayHaveNumber, TOO_MANY_DIGITS } from "@/console/parts/digits";
import { Failure } from "@/console/parts/listing";
import { type FieldOf, FormDialog, refused } from "@/components/dialog/form-dialog";
import { ago, formatDate, formatDateTime, roleLabel } from "@/console/parts/formats";
import { useServiceLabel, useServices } from "@/console/programme";
import {
  fetchJson,
  remove,
  sendWrite,
  teamsOf,
  useColleagues,
  useStaff,
  type Viewer,
} from "@/console/server";
import shared from "@/console/console.module.css";

type OpenDialog =
  { kind: "invite" } | { kind: "change" | "revoke" | "reset" | "sessions"; person: StaffEntry };

const pathOf = ({ id }: StaffEntry) => `/staff/${encodeURIComponent(id)}`;

/** The staff list, with the actions of owners. */
export function People({ viewer }: { viewer: Viewer }) {
  const list = useStaff();
  const serviceLabel = useServiceLabel();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const current = list.data?.filter(({ revokedAt }) => revokedAt === null) ?? [];
  const former = list.data?.filter(({ revokedAt }) => revokedAt !== null) ?? [];
  return (
    <section aria-label="People">
      <div className={shared.head}>
        <p className={shared.lead}>
          Everyone logs in with their own number and a second factor. What they did stays under
          their name after they leave.
        </p>
        <SmallButton variant="primary" onClick={() => setDialog({ kind: "invite" })}>
          Invite someone…
        </SmallButton>
      </div>
      <Failure of={list} />
      {current.length > 0 && (
        <DataTable
          caption="People who work here"
          rows={current}
          keyOf={({ id }) => id}
          columns={[
            {
              label: "Name",
              cell: ({ id, name }) => `${name}${id === viewer.staff?.id ? " (you)" : ""}`,
            },
            { label: "Number", cell: ({ shown }) => shown ?? "–" },
            { label: "Role", cell: ({ role }) => roleLabel(role) },
            {
              label: "Services",
              cell: ({ services }) => services.map(serviceLabel).join(", ") || "All",
            },
            { label: "Team", cell: ({ team }) => team || "–" },
            { label: "State", cell: (person) => <State person={person} /> },
            { label: "Invited", cell: ({ invitedAt }) => formatDate(invitedAt) },
            { label: "", cell: (person) => <RowActions person={person} onOpen={setDialog} /> },
          ]}
        />
      )}
      {former.length > 0 && (
        <details className={shared.former}>
          <summary>{`${former.length} former ${former.length === 1 ? "colleague" : "colleagues"}`}</summary>
          <DataTable
            caption="Former colleagues"
            rows={former}
            keyOf={({ id }) => id}
            columns={[
              { label: "Name", cell: ({ name }) => name || "Erased" },
              { label: "Role", cell: ({ role }) => roleLabel(role) },
              {
                label: "Until",
                cell: ({ revokedAt }) => (revokedAt === null ? "–" : formatDate(revokedAt)),
              },
            ]}
          />
        </details>
      )}
      {dialog?.kind === "invite" && <Invite onClose={close} />}
      {dialog?.kind === "change" && <Change person={dialog.person} onClose={close} />}
      {dialog?.kind === "sessions" && <SessionsOf person={dialog.person} onClose={close} />}
      {dialog?.kind === "revoke" && (
        <Revoke
          person={dialog.person}
          keeper={current.find(({ id }) => id === viewer.staff?.id)}
          onClose={close}
        />
      )}
      {dialog?.kind === "reset" && (
        <FormDialog
          title={`Reset ${dialog.person.name}’s second factors`}
          explanation="For someone who has lost theirs. They are logged out and set up a new one at their next login. First make sure that the request really comes from them."
          button="Reset"
          initial={{}}
          deliver={() => sendWrite<StaffEntry>(`${pathOf(dialog.person)}/reset`, {})}
          onClose={close}
        />
      )}
    </section>
  );
}

function State({ person: { activeAt, secured } }: { person: StaffEntry }) {
  if (activeAt === null) return <Tag tone="yellow">Invited</Tag>;
  return secured ? <Tag tone="green">Active</Tag> : <Tag tone="red">No second factor</Tag>;
}

function RowActions({
  person,
  onOpen,
}: {
  person: StaffEntry;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const actions = [
    ["change", "Change…"],
    ["sessions", "Sessions"],
    ["reset", "Reset factors…"],
    ["revoke", "Remove access…"],
  ] as const;
  return (
    <div className={shared.actions}>
      {actions.map(([kind, label]) => (
        <RowButton
          key={kind}
          label={label}
          about={person.name}
          onClick={() => onOpen({ kind, person })}
        />
      ))}
    </div>
  );
}

type Typed = Record<"mobile" | "name" | "role" | "services" | "team", string>;

function Invite({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog<keyof Typed>
      title="Invite someone"
      explanation="They log in with this number and begin by setting up a second factor."
      button="Invite"
      initial={{ mobile: "", name: "", role: "coordinator", services: "", team: "" }}
      deliver={(typed) =>
        checked(typed, (value) =>
          sendWrite<StaffEntry>("/staff", { value: { ...value, mobile: typed.mobile } }),
        )
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            label="Mobile number"
            hint="With its country code."
            type="tel"
            autoComplete="off"
            required
            {...field("mobile")}
          />
          <Employment field={field} />
        </>
      )}
    </FormDialog>
  );
}

function Change({ person, onClose }: { person: StaffEntry; onClose: () => void }) {
  const { name, role, services, team } = person;
  return (
    <FormDialog<keyof Typed>
      title={`Change ${name}`}
      explanation={
        "A change of role or services applies at once and logs them out. Whoever is no longer an " +
        "owner loses their API tokens, and their webhooks are switched off."
      }
      button="Save"
      initial={{ mobile: "", name, role, services: services.join("\n"), team }}
      deliver={(typed) =>
        checked(typed, (value) => sendWrite<StaffEntry>(pathOf(person), { method: "PATCH", value }))
      }
      onClose={onClose}
    >
      {(field) => <Employment field={field} />}
    </FormDialog>
  );
}

type RevokeProps = {
  person: StaffEntry;
  /** Who is looking, and can take over the webhooks that they made. */
  keeper: StaffEntry | undefined;
  onClose: () => void;
};

/** Asks what becomes of their webhooks and tokens if the server says that there are any. */
function Revoke({ person, keeper, onClose }: RevokeProps) {
  const [asks, setAsks] = useState(false);
  return (
    <FormDialog<"integrations">
      title={`Remove ${person.name}’s access`}
      explanation="They are logged out at once and lose their access. What they did stays on record."
      button="Remove access"
      initial={{ integrations: "" }}
      deliver={async ({ integrations }) => {
        const chosen = integrations && `?${new URLSearchParams({ integrations })}`;
        const sent = await remove(
          pathOf(person) + chosen,
          "Access Removed",
          "They are logged out and have no more access.",
        );
        if (sent.outcome !== "refused" || !sent.codes.includes("integrations-left")) return sent;
        setAsks(true);
        return refused("integrations", sent.notice.description);
      }}
      onClose={onClose}
    >
      {(field) =>
        asks && (
          <SelectField
            label="Their webhooks and API tokens"
            options={[
              { value: "", label: "Choose…" },
              { value: "off", label: "Switch them off" },
              ...(keeper && keeper.id !== person.id
                ? [{ value: keeper.id, label: "Keep the webhooks, under my name" }]
                : []),
            ]}
            {...field("integrations")}
          />
        )
      }
    </FormDialog>
  );
}

function Employment({ field }: { field: FieldOf<keyof Typed> }) {
  const services = useServices();
  const { data: colleagues } = useColleagues();
  const role = field("role");
  const teams = useId();
  return (
    <>
      <TextField
        label="Name"
        maxLength={CONSOLE_LIMITS.nameMax}
        autoComplete="off"
        required
        {...field("name")}
      />
      <SelectField label="Role" options={STAFF_ROLES} {...role} />
      {role.value === "coordinator" && (
        <Checks legend="Services" options={services} {...field("services")} />
      )}
      <TextField
        label="Team"
        hint="Such as an office, to look at its work. It gives no rights."
        optional
        maxLength={CONSOLE_LIMITS.nameMax}
        autoComplete="off"
        list={teams}
        {...field("team")}
      />
      <datalist id={teams}>
        {teamsOf(colleagues).map((team) => (
          <option key={team}>{team}</option>
        ))}
      </datalist>
    </>
  );
}

type EmploymentValue = { name: string; role: string; services: string[]; team: string };

/** Sends the form, unless the page itself finds something missing. */
async function checked(
  { name, role, services, team }: Typed,
  send: (value: EmploymentValue) => Promise<FormOutcome>,
): Promise<FormOutcome> {
  if (!name.trim()) return refused("name", "Enter a name.");
  const chosen = role === "coordinator" ? chosenIn(services) : [];
  if (role === "coordinator" && chosen.length === 0) {
    return refused("services", "Choose at least one service.");
  }
  if (mayHaveNumber(team)) return refused("team", TOO_MANY_DIGITS);
  return send({ name: name.trim(), role, services: chosen, team: team.trim() });
}

function SessionsOf({ person, onClose }: { person: StaffEntry; onClose: () => void }) {
  const path = `${pathOf(person)}/sessions`;
  const list = useQuery({
    queryKey: [path],
    queryFn: async () => (await fetchJson<Sessions>(path)).sessions,
  });
  const { data } = list;
  return (
    <Dialog
      title={`${person.name}’s sessions`}
      description="Where they are logged in."
      onClose={onClose}
    >
      <div className={shared.stack}>
        <Failure of={list} />
        {data?.length === 0 && <p>They are not logged in anywhere.</p>}
        <ul>
          {data?.map(({ key, device, begunAt, usedAt }) => (
            <li key={key}>
              {device ?? "Unknown device"}, since {formatDateTime(begunAt)}, last used {ago(usedAt)}
            </li>
          ))}
        </ul>
        <div className={shared.actions}>
          {data && data.length > 0 && (
            <ActionButton
              variant="primary"
              action={async () => {
                const sent = await remove(
                  path,
                  "Sessions Ended",
                  "They are logged out everywhere.",
                );
                if (sent.outcome === "accepted") onClose();
                return sent;
              }}
            >
              End all sessions
            </ActionButton>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
