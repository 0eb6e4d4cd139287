export { chooseProgramme } from "./choose-programme";
export { referralDraft, useDraft } from "./drafts";
export type { HostedActions, HostedState, Waiting } from "./hosted-state";
export { STEP } from "./programme";
export type {
  Account,
  ExportFormat,
  ListedReferral,
  Programme,
  ReadyState,
  Refused,
  Unreadable,
} from "./programme";
export { useProgramme } from "./use-programme";
