import type {
  PasskeyView,
  RecoveryCodes as Codes,
  SecondFactors,
  SessionView,
  TotpSecret,
} from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { encode } from "uqr";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { ActionButton, RowActionButton, SmallButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { Failure } from "@/console/parts/listing";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { ago, formatDate } from "@/console/parts/formats";
import { makePasskey, whyNoPasskeys } from "@/console/passkeys";
import { sendWrite, post, remove, useSecondFactors } from "@/console/server";
import shared from "@/console/console.module.css";

type OpenDialog = { kind: "totp"; made: TotpSecret } | { kind: "passkey" };

/** The user's second factors, to set up and remove. `isFirst` if there is none yet. */
export function Factors({ isFirst = false }: { isFirst?: boolean }) {
  const factors = useSecondFactors();
  const { data } = factors;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [offering, run] = usePending();
  const close = () => setDialog(undefined);

  async function offerTotp() {
    const made = await post<TotpSecret>("/second-factors/totp");
    if (made.outcome === "accepted") setDialog({ kind: "totp", made: made.value });
    else notify(made.notice);
  }

  if (!data) return <Failure of={factors} />;
  const whyNot = whyNoPasskeys(data);
  return (
    <section aria-labelledby="factors">
      <h2 id="factors" className={shared.heading}>
        Second factors
      </h2>
      {!isFirst && <p className={shared.lead}>{stateOf(data)}</p>}
      {data.passkeys.length > 0 && (
        <DataTable
          caption="Your passkeys"
          rows={data.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { label: "Passkey", cell: ({ name }) => name },
            { label: "Created", cell: ({ madeAt }) => formatDate(madeAt) },
            { label: "Last used", cell: ({ usedAt }) => (usedAt ? ago(usedAt) : "Never") },
            { label: "", cell: (passkey) => <RemovePasskey passkey={passkey} /> },
          ]}
        />
      )}
      <div className={shared.actions}>
        <SmallButton pending={offering} onClick={() => void run(offerTotp)}>
          {data.totp ? "Change the authenticator app…" : "Set up an authenticator app…"}
        </SmallButton>
        {data.totpRemovable && (
          <ActionButton
            action={() =>
              remove(
                "/second-factors/totp",
                "Authenticator App Removed",
                "Its codes no longer work.",
              )
            }
          >
            Remove the authenticator app
          </ActionButton>
        )}
        {!whyNot && (
          <SmallButton onClick={() => setDialog({ kind: "passkey" })}>Add a passkey…</SmallButton>
        )}
        {!isFirst && <RecoveryCodes />}
      </div>
      {whyNot && <p className={`${shared.hint} ${shared.spaced}`}>{whyNot}</p>}
      {dialog?.kind === "totp" && (
        <SetUpTotp made={dialog.made} replaces={data.totp} onClose={close} />
      )}
      {dialog?.kind === "passkey" && (
        <FormDialog
          title="Add a passkey"
          explanation="Your device asks for your fingerprint, face or PIN, and keeps the key."
          button="Add"
          initial={{ name: "" }}
          deliver={async ({ name }) =>
            name.trim()
              ? makePasskey(name.trim())
              : refused("name", "Enter a name, such as the device’s.")
          }
          onClose={close}
        >
          {(field) => (
            <TextField label="Name" maxLength={CONSOLE_LIMITS.nameMax} {...field("name")} />
          )}
        </FormDialog>
      )}
    </section>
  );
}

function stateOf({ totp, recoveryCodes }: SecondFactors): string {
  const app = totp ? "You have an authenticator app." : "You have no authenticator app.";
  if (recoveryCodes === 0) {
    return `${app} You have no recovery codes: make some, and keep them somewhere other than your phone.`;
  }
  return `${app} ${recoveryCodes === 1 ? "1 recovery code is" : `${recoveryCodes} recovery codes are`} left.`;
}

/** Makes recovery codes, which are shown only once. */
export function RecoveryCodes({ onKept }: { onKept?: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  async function make() {
    const made = await sendWrite<Codes>("/second-factors/recovery-codes", {});
    if (made.outcome === "accepted") setCodes(made.value.codes);
    return made;
  }
  function close() {
    setCodes(undefined);
    onKept?.();
  }
  return (
    <>
      <ActionButton action={make}>Create recovery codes</ActionButton>
      {codes && (
        <Dialog
          title="Your recovery codes"
          description="Each code works once in place of your second factor. They are shown only once, and your earlier codes no longer work."
          onClose={close}
        >
          <ol className={shared.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <Button onClick={close}>I have saved them</Button>
        </Dialog>
      )}
    </>
  );
}

type SetUpProps = { made: TotpSecret; replaces: boolean; onClose: () => void };

function SetUpTotp({ made: { secret, uri }, replaces, onClose }: SetUpProps) {
  return (
    <FormDialog
      title="Set up an authenticator app"
      explanation={`Scan this with the app, or type the secret into it. Then enter the code that the app shows.${replaces ? " This replaces the app that you have now." : ""}`}
      button="Confirm"
      initial={{ code: "" }}
      deliver={(value) => sendWrite<SessionView>("/second-factors/totp", { method: "PUT", value })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <QrCode text={uri} label="The secret as a QR code" />
          <TextField
            label="Secret"
            readOnly
            value={secret}
            onFocus={({ target }) => target.select()}
            className={shared.secret}
          />
          <p>
            <a href={uri}>Open it in the app on this device</a>
          </p>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            {...field("code")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dark on light in both colour schemes, because some apps cannot read the inverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return (
    <figure aria-label={label} className={shared.qr}>
      <svg aria-hidden="true" viewBox={`0 0 ${size} ${size}`}>
        <rect width={size} height={size} fill="#fff" />
        <path d={squares.join("")} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </figure>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: PasskeyView }) {
  const path = `/second-factors/passkeys/${encodeURIComponent(id)}`;
  return (
    <RowActionButton
      label="Remove"
      about={name}
      action={() => remove(path, "Passkey Removed", "It no longer works.")}
    />
  );
}
