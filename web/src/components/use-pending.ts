import { useState } from "react";

/**
 * Whether work is under way, and the way to begin it. React's `useTransition` is no substitute: it
 * ends all actions of a page together, so that one without an answer would hold up the others.
 */
export function usePending() {
  const [pending, setPending] = useState(false);

  async function run(work: () => Promise<void>) {
    setPending(true);
    try {
      await work();
    } finally {
      setPending(false);
    }
  }

  return [pending, run] as const;
}
