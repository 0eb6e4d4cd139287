export { BrowserProgramme } from "./browser/browser-programme";
export type { Account, Failed, Outcome, Programme, ProgrammeState, ReadyState } from "./programme";
export { useProgramme } from "./use-programme";
