/** Passkeys, as the browser makes and uses them. */
import type { SessionView } from "@bindings";
import { HOSTED_WORDS } from "@bindings/hosted-words";
import type { Sent } from "@/components/fields/use-form";
import { act, post } from "./server";

/** What the server gives a browser to begin with; some wrap it in `publicKey`. */
type Options<T> = T & { publicKey?: T };

/** Makes a passkey on this device, and keeps it under a name. */
export async function makePasskey(name: string): Promise<Sent> {
  type Creation = PublicKeyCredentialCreationOptionsJSON;
  const begun = await post<Options<Creation>>("/second-factors/passkeys/options");
  if (begun.outcome !== "accepted") return begun;
  const json = begun.value.publicKey ?? begun.value;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const credential = await asked(navigator.credentials.create({ publicKey }));
  if (!credential) return GIVEN_UP;
  return act<SessionView>("/second-factors/passkeys", { value: { name, credential } });
}

/** Confirms by a passkey that it is still whoever is logged in. */
export async function confirmByPasskey(): Promise<Sent> {
  type Request = PublicKeyCredentialRequestOptionsJSON;
  const begun = await post<Options<Request>>("/session/second-factor/passkey/options");
  if (begun.outcome !== "accepted") return begun;
  const json = begun.value.publicKey ?? begun.value;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const value = await asked(navigator.credentials.get({ publicKey }));
  if (!value) return GIVEN_UP;
  return act<SessionView>("/session/second-factor/passkey", { value });
}

const GIVEN_UP: Sent = {
  outcome: "refused",
  notice: HOSTED_WORDS["passkey-refused"].notice ?? {
    title: "Error",
    description: HOSTED_WORDS["passkey-refused"].hint,
    variant: "destructive",
  },
};

/** As JSON; nothing if the person or the device has given it up. */
async function asked(question: Promise<Credential | null>) {
  try {
    const credential = await question;
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown) : undefined;
  } catch {
    return undefined;
  }
}
