export { BrowserProgramme } from "./browser/browser-programme";
export { STEP } from "./programme";
export type {
  Account,
  ExportFormat,
  Failed,
  Outcome,
  Programme,
  ProgrammeState,
  ReadyState,
} from "./programme";
export { useProgramme } from "./use-programme";
