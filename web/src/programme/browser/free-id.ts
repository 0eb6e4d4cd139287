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
 * settle this: each tab reads a copy that lags behind. The claim is let go once the record is
 * known everywhere. Where the browser has no locks, the record's content tells it apart.
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
