import type { HostedReferral } from "@bindings";
import { useState } from "react";

export type Selection = ReturnType<typeof useSelection>;

/** Which rows are selected, and on which one the keyboard is. */
export function useSelection(referrals: readonly HostedReferral[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(-1);
  const keyAt = (index: number) => referrals[index]?.key;

  /** Selects a row or leaves it out; with `range`, all from the one before to this one. */
  function toggle(index: number, range = false) {
    const key = keyAt(index);
    if (key === undefined) return;
    const next = new Set(selected);
    if (range && active >= 0) {
      const [from, to] = active < index ? [active, index] : [index, active];
      for (const { key: between } of referrals.slice(from, to + 1)) next.add(between);
    } else if (!next.delete(key)) {
      next.add(key);
    }
    setSelected(next);
    setActive(index);
  }

  return {
    active,
    has: (key: string) => selected.has(key),
    chosen: referrals.filter(({ key }) => selected.has(key)),
    toggle,
    /** Goes up or down; with `range`, selecting what it passes. */
    step(by: number, range = false) {
      const next = Math.max(0, Math.min(referrals.length - 1, active + by));
      if (range) toggle(next, true);
      setActive(next);
    },
    clear: () => setSelected(new Set()),
  };
}
