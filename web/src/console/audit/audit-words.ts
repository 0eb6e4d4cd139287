import type { Tone } from "@bindings";

/** What is recorded, in words. */
export const KINDS = [
  { value: "login", label: "Logged in" },
  { value: "sign-up", label: "Signed up" },
  { value: "logout", label: "Logged out" },
  { value: "session-ended", label: "Ended a session" },
  { value: "sessions-ended", label: "Ended all sessions" },
  { value: "second-factor", label: "Gave the second factor" },
  { value: "recovery-code", label: "Gave a recovery code" },
  { value: "recovery-codes-made", label: "Made recovery codes" },
  { value: "login-code-made", label: "Operator made a login code" },
  { value: "recovery-made", label: "Operator made a way back in" },
  { value: "factor-added", label: "Added a second factor" },
  { value: "factor-removed", label: "Removed a second factor" },
  { value: "staff-invited", label: "Invited a colleague" },
  { value: "staff-changed", label: "Changed a colleague’s role" },
  { value: "staff-revoked", label: "Revoked a colleague" },
  { value: "staff-reset", label: "Reset a colleague’s second factors" },
  { value: "command", label: "Worked on a referral" },
  { value: "look", label: "Looked for another service’s referral" },
  { value: "award", label: "Saved points" },
  { value: "import", label: "Imported records" },
  { value: "export", label: "Exported records" },
  { value: "erasure", label: "Erased themselves" },
  { value: "erasure-of-referred", label: "Erased a person" },
  { value: "database-copied", label: "Operator copied the database" },
  { value: "webhook-added", label: "Added a webhook" },
  { value: "webhook-changed", label: "Changed a webhook" },
  { value: "webhook-rotated", label: "Gave a webhook another secret" },
  { value: "webhook-removed", label: "Removed a webhook" },
  { value: "webhook-tested", label: "Tested a webhook" },
  { value: "webhook-gone", label: "A webhook was switched off by its receiver" },
  { value: "delivery-replayed", label: "Sent a delivery again" },
  { value: "token-made", label: "Made an API token" },
  { value: "token-revoked", label: "Revoked an API token" },
] as const;

/** What a later version has recorded stands there under its own name. */
export const kindLabel = (kind: string) => KINDS.find(({ value }) => value === kind)?.label ?? kind;

export const OUTCOMES: Readonly<Record<string, { label: string; tone?: Tone }>> = {
  done: { label: "Done" },
  wrong: { label: "Wrong code", tone: "yellow" },
  refused: { label: "Refused", tone: "red" },
  paused: { label: "Too many tries", tone: "red" },
};
