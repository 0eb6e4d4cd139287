import type { Ledger } from "@/rules";
import { claimId } from "./claim-id";

/** The first id from now on that is free here, and claimed among the other tabs. */
export async function freeId(ledger: () => Ledger): Promise<number> {
  let id = ledger().freeId(Date.now());
  while (!(await claimId(id))) id = ledger().freeId(id + 1);
  return id;
}
