export { chooseProgramme, useProgramme } from "./choose-programme";
export { referralDraft, useDraft } from "./drafts";
export { STEP } from "./programme";
export type {
  Account,
  ExportFormat,
  HostedActions,
  HostedState,
  ListedReferral,
  Programme,
  ReadyState,
  Refused,
  Unreadable,
  Waiting,
} from "./programme";
