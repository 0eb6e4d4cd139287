import type { Programme as ProgrammeContent } from "@bindings";
import { loadRules, type Policy, type Rules } from "@/rules";
import { Records } from "./records";
import { Session } from "./session";
import { openStore, type Store } from "./storage";

/** All that the programme needs once the rules are here. */
export type Open = {
  readonly rules: Rules;
  readonly policy: Policy;
  readonly store: Store;
  readonly records: Records;
  readonly session: Session;
};

/** Loads the rules and reads what is stored. Rejects if the rules cannot be loaded. */
export async function open(content: ProgrammeContent): Promise<Open> {
  const rules = await loadRules();
  const policy = new rules.Policy(content.adminNumber, content.simulatedCode);
  const store = openStore();
  const session = new Session(rules, store, policy);
  return { rules, policy, store, session, records: new Records(rules, store) };
}
