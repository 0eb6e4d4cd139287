/** What the server says to staff that its bindings do not have yet. */
import type { HostedReferral } from "@bindings";

export type StaffReferral = HostedReferral & { duplicateOf?: string };
