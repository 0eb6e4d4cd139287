import type { Ledger } from "@/rules";

/** An id that is free in this ledger and claimed among the other tabs. */
export async function freeId(ledger: () => Ledger): Promise<number> {
  let id = ledger().freeId(Date.now());
  while (!(await claimId(id))) id = ledger().freeId(id + 1);
  return id;
}

/** A generous limit for how long another tab may take to see a write, in milliseconds. */
const STORAGE_LAG_MS = 5000;

/**
 * Claims an id among all tabs of this browser; `false` if another tab has it. It uses a lock,
 * because each tab reads a copy of the storage that lags behind. The lock is released once every
 * tab has seen the record. Browsers without locks may give two records the same id; their content
 * then tells them apart.
 */
async function claimId(id: number): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise((release) => setTimeout(release, STORAGE_LAG_MS));
    };
    navigator.locks.request(`referral-${id}`, { ifAvailable: true }, hold).catch(reject);
  });
}
