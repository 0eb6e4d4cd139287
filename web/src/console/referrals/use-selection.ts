import type { HostedReferral } from "@bindings";
import { useState } from "react";

export type Selection = ReturnType<typeof useSelection>;

/** The selected rows, and the row with the keyboard focus. */
export function useSelection(referrals: readonly HostedReferral[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(-1);
  /** The row that was last selected or unselected. */
  const [anchor, setAnchor] = useState<string>();
  const keyAt = (index: number) => referrals[index]?.key;

  /** Selects or unselects a row; with `range`, all rows from the last one to this one. */
  function toggle(index: number, range = false) {
    const key = keyAt(index);
    if (key === undefined) return;
    const next = new Set(selected);
    const from = referrals.findIndex((referral) => referral.key === anchor);
    if (range && from >= 0) {
      const between = referrals.slice(Math.min(from, index), Math.max(from, index) + 1);
      for (const referral of between) next.add(referral.key);
    } else if (!next.delete(key)) {
      next.add(key);
    }
    setSelected(next);
    setAnchor(key);
    setActive(index);
  }

  return {
    active,
    /** Whether a row was selected since the screen was opened. */
    wasUsed: anchor !== undefined,
    has: (key: string) => selected.has(key),
    chosen: referrals.filter(({ key }) => selected.has(key)),
    toggle,
    /** Makes the row with this index the active one. */
    activate: setActive,
    /** Moves up or down. */
    step: (by: number) => setActive((at) => Math.max(0, Math.min(referrals.length - 1, at + by))),
    clear: () => setSelected(new Set()),
  };
}
