export { BrowserProgramme } from "./browser/browser-programme";
export { STEP } from "./programme";
export type { Account, ExportFormat, Programme, ReadyState } from "./programme";
export { useProgramme } from "./use-programme";
