/** What the server says about a referral beyond the list of the public pages. */
import type { CorrectedField, HostedReferral, Reason, Stage, StaffRole } from "@bindings";

export type Progress = {
  stage: Stage;
  since: number;
  open: Stage;
  sentence: string;
  reason?: Reason;
  owner?: string;
  credited?: boolean;
};

export type ReferralCommand =
  | { kind: "move"; stage: Stage }
  | { kind: "decline"; reason: Reason; note: string }
  | { kind: "withdraw"; note: string }
  | { kind: "reopen"; note: string }
  | { kind: "correct"; field: CorrectedField; text: string; note: string }
  | { kind: "undo"; target: string; note: string }
  | { kind: "note"; note: string }
  | { kind: "assign"; staff: string }
  | { kind: "credit"; credited: boolean; note: string }
  | { kind: "points"; points: string };

export type StaffReferral = HostedReferral & { progress: Progress; duplicateOf?: string };

export type TimelineEntry = {
  name: string;
  at: number;
  by: { kind: string; staff?: string; shown: string };
  kind: string;
  stage?: Stage;
  field?: CorrectedField;
  text?: string;
  reason?: Reason;
  note?: string;
  points?: number;
  target?: string;
  undone: boolean;
  canUndo: boolean;
};

export type ReferralDetail = {
  referral: StaffReferral;
  submitted: { referredName: string; referredPhone: string; service: string; notes: string };
  timeline: TimelineEntry[];
  possible: string[];
};

export type StaffView = { id: string; name: string; role: StaffRole; services: string[] };

export type StaffPage = { referrals: StaffReferral[]; next: string | null };
