import type { Ledger } from "@/rules";

/** The first id from now on that is free here, and claimed among the other tabs. */
export async function freeId(ledger: () => Ledger): Promise<number> {
  let id = ledger().freeId(Date.now());
  while (!(await claimId(id))) id = ledger().freeId(id + 1);
  return id;
}

/** How long another tab may take to see a write, generously, in milliseconds. */
const SEEN_MS = 5000;

/**
 * Claims an id among all tabs of this browser; `false` if another one has it. Storage alone cannot
 * decide this, because each tab reads a copy that lags behind. The claim is released once every tab
 * has seen the record. Without locks, two records with one id are told apart by their content.
 */
async function claimId(id: number): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise((release) => setTimeout(release, SEEN_MS));
    };
    navigator.locks.request(`referral-${id}`, { ifAvailable: true }, hold).catch(reject);
  });
}
