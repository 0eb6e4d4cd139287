import type { PasskeyView, RecoveryCodes, SessionView, TotpSecret } from "@bindings";
import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { DataTable } from "@/console/parts/data-table";
import { Failure } from "@/console/parts/failure";
import { FormDialog, refused } from "@/console/parts/form-dialog";
import { ago, day } from "@/console/parts/words";
import { makePasskey } from "@/console/passkeys";
import { act, post, remove, useSecondFactors } from "@/console/server";
import shared from "@/console/console.module.css";

type Asking =
  { what: "totp"; made: TotpSecret } | { what: "passkey" } | { what: "codes"; codes: string[] };

/** With what one shows that it is oneself: set up here, and removed. */
export function Factors() {
  const { data, error, refetch } = useSecondFactors();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);

  async function offerTotp() {
    const made = await post<TotpSecret>("/second-factors/totp");
    if (made.outcome === "accepted") setAsking({ what: "totp", made: made.value });
    else notify(made.notice);
  }

  async function makeCodes() {
    const made = await act<RecoveryCodes>("/second-factors/recovery-codes", {});
    if (made.outcome === "accepted") setAsking({ what: "codes", codes: made.value.codes });
    else notify(made.notice);
  }

  if (!data) return error && <Failure error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="factors">
      <h2 id="factors" className={shared.heading}>
        Second factors
      </h2>
      <p className={shared.lead}>
        {data.totp ? "You have an authenticator app. " : "You have no authenticator app. "}
        {data.recoveryCodes === 0
          ? "You have no recovery codes: make some, and keep them where no phone can lose them."
          : `${data.recoveryCodes} recovery codes are left.`}
      </p>
      {data.passkeys.length > 0 && (
        <DataTable
          caption="Your passkeys"
          rows={data.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { label: "Passkey", cell: ({ name }) => name },
            { label: "Made", cell: ({ madeAt }) => day(madeAt) },
            { label: "Last used", cell: ({ usedAt }) => (usedAt ? ago(usedAt) : "Never") },
            { label: "", cell: (passkey) => <RemovePasskey passkey={passkey} /> },
          ]}
        />
      )}
      <div className={shared.ways}>
        <Button variant="quiet" className={shared.small} onClick={() => void offerTotp()}>
          {data.totp ? "Change the authenticator app…" : "Set up an authenticator app…"}
        </Button>
        {data.takesPasskeys && (
          <Button
            variant="quiet"
            className={shared.small}
            onClick={() => setAsking({ what: "passkey" })}
          >
            Add a passkey…
          </Button>
        )}
        <Button variant="quiet" className={shared.small} onClick={() => void makeCodes()}>
          Make recovery codes
        </Button>
      </div>
      {asking?.what === "totp" && <SetUpTotp made={asking.made} onClose={close} />}
      {asking?.what === "passkey" && (
        <FormDialog
          title="Add a passkey"
          explanation="Your device asks for your finger, face or PIN, and keeps the key."
          button="Add"
          initial={{ name: "" }}
          deliver={async ({ name }) =>
            name.trim()
              ? makePasskey(name.trim())
              : refused("name", "Please give it a name, such as the device’s.")
          }
          onClose={close}
        >
          {(field) => <TextField label="Name" maxLength={64} {...field("name")} />}
        </FormDialog>
      )}
      {asking?.what === "codes" && (
        <Dialog
          title="Your recovery codes"
          description="Each is good once, in the place of the authenticator app. They are shown this once, and those made before are good no longer."
          onClose={close}
        >
          <ol className={shared.codes}>
            {asking.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <Button onClick={close}>I have them</Button>
        </Dialog>
      )}
    </section>
  );
}

function SetUpTotp({ made: { secret, uri }, onClose }: { made: TotpSecret; onClose: () => void }) {
  return (
    <FormDialog
      title="Set up an authenticator app"
      explanation="Give the app this secret, then type the code that it shows. It takes the place of the one before."
      button="Take it up"
      initial={{ code: "" }}
      deliver={(value) => act<SessionView>("/second-factors/totp", { method: "PUT", value })}
      onClose={onClose}
    >
      {(field) => (
        <>
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

function RemovePasskey({ passkey: { id, name } }: { passkey: PasskeyView }) {
  async function removeIt() {
    const path = `/second-factors/passkeys/${encodeURIComponent(id)}`;
    notify((await remove(path, REMOVED)).notice);
  }
  return (
    <button
      type="button"
      className={shared.way}
      aria-label={`Remove ${name}`}
      onClick={() => void removeIt()}
    >
      Remove
    </button>
  );
}

const REMOVED = {
  title: "Passkey Removed",
  description: "It is good no longer.",
  variant: "default",
} as const;
