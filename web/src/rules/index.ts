export { parse, stringify, wellFormed } from "./json";
export { loadRules, type Rules } from "./load";
export type { Ledger, Policy, Viewer } from "./pkg/rules";
