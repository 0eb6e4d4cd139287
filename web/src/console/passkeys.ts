/** Creating and using passkeys in the browser. */
import type { SessionView } from "@bindings";
import type { FormOutcome } from "@/components/fields/use-form";
import { refused } from "@/components/dialog/form-dialog";
import { sendWrite, post } from "./server";

/** The server's options for the browser; sometimes they are wrapped in `publicKey`. */
type Options<T> = T & { publicKey?: T };

/** Why passkeys cannot be used here; `undefined` if they can. */
export function whyNoPasskeys({ takesPasskeys }: { takesPasskeys: boolean }): string | undefined {
  if (!takesPasskeys) {
    return "Passkeys need a site with a name, and this server has only an address. Its operator can set the name with public-url.";
  }
  // Browsers have passkeys on secure pages only.
  if (!("PublicKeyCredential" in window)) {
    return "This browser offers no passkeys here. They need a secure connection (https).";
  }
  if (!("parseCreationOptionsFromJSON" in PublicKeyCredential)) {
    return "This browser is too old for passkeys. Update it to use them.";
  }
  return undefined;
}

/** Creates a passkey on this device and stores it with a name. */
export async function makePasskey(name: string): Promise<FormOutcome> {
  type Creation = PublicKeyCredentialCreationOptionsJSON;
  const begun = await post<Options<Creation>>("/second-factors/passkeys/options");
  if (begun.outcome !== "accepted") return begun;
  const json = begun.value.publicKey ?? begun.value;
  return withCredential(
    () => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
      return navigator.credentials.create({ publicKey });
    },
    (credential) =>
      sendWrite<SessionView>("/second-factors/passkeys", { value: { name, credential } }),
  );
}

/** Confirms the session with a passkey. */
export async function confirmByPasskey(): Promise<FormOutcome> {
  type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
  const begun = await post<Options<RequestOptions>>("/session/second-factor/passkey/options");
  if (begun.outcome !== "accepted") return begun;
  const json = begun.value.publicKey ?? begun.value;
  return withCredential(
    () => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
      return navigator.credentials.get({ publicKey });
    },
    (value) => sendWrite<SessionView>("/session/second-factor/passkey", { value }),
  );
}

/** Sends the device's answer as JSON, or shows why there is none. */
async function withCredential(
  request: () => Promise<Credential | null>,
  send: (credential: unknown) => Promise<FormOutcome>,
): Promise<FormOutcome> {
  let credential: Credential | null;
  try {
    credential = await request();
  } catch (error) {
    return refused(
      "name",
      ERROR_TEXTS[error instanceof DOMException ? error.name : ""] ?? NO_PASSKEY,
    );
  }
  return credential instanceof PublicKeyCredential
    ? send(credential.toJSON())
    : refused("name", NO_PASSKEY);
}

/**
 * The meaning of the browser's errors (WebAuthn, level 3, "createCredential" and "getAssertion").
 */
const ERROR_TEXTS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey of yours already.",
  SecurityError:
    "A passkey works only under the site’s own name. Open the console there, or use your authenticator app.",
};
const NO_PASSKEY =
  "No passkey was given: it was cancelled, took too long, or this device has none of yours. Nothing has changed. Please try again.";
