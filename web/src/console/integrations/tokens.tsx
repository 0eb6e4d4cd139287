import { mayHaveNumber, TOO_MANY_DIGITS } from "@/console/parts/digits";
import type { TokenSecret, Tokens as AllTokens, TokenView } from "@bindings";
import { TOKEN_SCOPES } from "@bindings/console";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField, TextField } from "@/components/fields/field";
import { Checks, chosenIn } from "@/components/fields/checks";
import { DataTable } from "@/console/parts/data-table";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { RowButton, SmallButton } from "@/console/parts/buttons";
import { Listing } from "@/console/parts/listing";
import { SecretDialog } from "@/console/parts/secret";
import { ago, formatDate, makerName } from "@/console/parts/formats";
import { sendWrite, fetchJson, remove } from "@/console/server";
import shared from "@/console/console.module.css";

const DAYS = ["30", "90", "365"].map((value) => ({ value, label: `${value} days` }));

/** The API tokens. */
export function Tokens() {
  const list = useQuery({
    queryKey: ["tokens"],
    queryFn: async () => (await fetchJson<AllTokens>("/tokens")).tokens,
  });
  const rows = list.data ?? [];
  const [dialog, setDialog] = useState<"make" | TokenView>();
  const [made, setMade] = useState<TokenSecret>();
  const close = () => setDialog(undefined);
  return (
    <section aria-label="API tokens">
      <div className={shared.head}>
        <p className={shared.lead}>
          A token lets a program do what its maker may do, within the scopes you choose. What needs
          a fresh second factor, no token can do.
        </p>
        <SmallButton variant="primary" onClick={() => setDialog("make")}>
          Create a token…
        </SmallButton>
      </div>
      <Listing
        list={list}
        count={rows.length}
        empty="No API tokens yet. Create one for each program that is to use the interface."
      >
        <DataTable
          caption="API tokens"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { label: "For", cell: ({ name }) => name },
            {
              label: "Begins with",
              cell: ({ prefix }) => <code>{prefix}…</code>,
            },
            {
              label: "May",
              cell: ({ scopes }) => scopes.map((scope) => labelOf(scope)).join(", "),
            },
            { label: "Acts for", cell: ({ madeBy }) => makerName(madeBy) },
            { label: "Created", cell: ({ madeAt }) => formatDate(madeAt) },
            { label: "Expires", cell: ({ expiresAt }) => formatDate(expiresAt) },
            { label: "Last used", cell: ({ usedAt }) => (usedAt ? ago(usedAt) : "Never") },
            {
              label: "",
              cell: (token) => (
                <RowButton label="Revoke…" about={token.name} onClick={() => setDialog(token)} />
              ),
            },
          ]}
        />
      </Listing>
      {dialog === "make" && <Make onMade={setMade} onClose={close} />}
      {dialog && dialog !== "make" && (
        <FormDialog
          title={`Revoke “${dialog.name}”`}
          explanation="Any program that uses it will be refused from now on."
          button="Revoke"
          initial={{}}
          deliver={() =>
            remove(
              `/tokens/${encodeURIComponent(dialog.id)}`,
              "Token Revoked",
              "It no longer gives access.",
            )
          }
          onClose={close}
        />
      )}
      {made && (
        <SecretDialog
          title={`The token “${made.token.name}”`}
          label="Token"
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
    </section>
  );
}

const labelOf = (scope: string) =>
  TOKEN_SCOPES.find(({ value }) => value === scope)?.label ?? scope;

function Make({ onMade, onClose }: { onMade: (made: TokenSecret) => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Create a token"
      explanation="Give each program its own, so that you can revoke one without the others."
      button="Create"
      initial={{ name: "", scopes: "", days: "90" }}
      deliver={async ({ name, scopes, days }) => {
        if (!name.trim()) return refused("name", "Say what it is for.");
        if (mayHaveNumber(name)) return refused("name", TOO_MANY_DIGITS);
        const chosen = chosenIn(scopes);
        if (chosen.length === 0) return refused("scopes", "Choose at least one.");
        const value = { name: name.trim(), scopes: chosen, days: Number(days) };
        const sent = await sendWrite<TokenSecret>("/tokens", { value });
        if (sent.outcome === "accepted") onMade(sent.value);
        return sent;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            label="What it is for"
            hint="The name of the program, to tell it from others."
            maxLength={CONSOLE_LIMITS.nameMax}
            autoComplete="off"
            {...field("name")}
          />
          <Checks legend="What it may do" options={TOKEN_SCOPES} {...field("scopes")} />
          <SelectField label="Valid for" options={DAYS} {...field("days")} />
        </>
      )}
    </FormDialog>
  );
}
