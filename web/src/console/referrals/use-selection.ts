import type { HostedReferral } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";

export type Selection = ReturnType<typeof useSelection>;

type ByKey = ReadonlyMap<string, HostedReferral>;

/**
 * The selected rows, and the row with the keyboard focus. `list` names what is listed: its filters and
 * its order.
 */
export function useSelection(referrals: readonly HostedReferral[], list: string) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(-1);
  /** The row that was last selected or unselected. */
  const [anchor, setAnchor] = useState<string>();
  /** What was changed by a command: it stays selected, although it may be in this list no more. */
  const [changed, setChanged] = useState<{ list: string; byKey: ByKey }>();
  const kept: ByKey = changed?.list === list ? changed.byKey : new Map();
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

  /** Selects these, as many as may be selected at once. */
  function select(all: readonly HostedReferral[]) {
    const keys = all.slice(0, CONSOLE_LIMITS.selectedAtOnce).map(({ key }) => key);
    setSelected(new Set(keys));
    setAnchor(keys[0]);
  }

  function step(by: number) {
    const next = Math.max(0, Math.min(referrals.length - 1, active + by));
    setActive(next);
    return next;
  }

  const clear = () => setSelected(new Set());
  const listed = referrals.filter(({ key }) => selected.has(key));
  const keys = new Set(listed.map(({ key }) => key));
  const others = [...kept.values()].filter(({ key }) => selected.has(key) && !keys.has(key));
  const hasAll = referrals.length > 0 && listed.length === referrals.length;
  return {
    active,
    /** Whether a row was selected since the screen was opened. */
    wasUsed: anchor !== undefined,
    has: (key: string) => selected.has(key),
    /** The selected referrals, in the newest version that is known. */
    chosen: [...listed.map((one) => newer(one, kept.get(one.key))), ...others],
    /** How many of them are not in the list any more. */
    gone: others.length,
    /** Whether all rows are selected that the list has so far. */
    hasAll,
    toggle,
    toggleAll: () => (hasAll ? clear() : select(referrals)),
    select,
    /** Keeps these as they are after a command. */
    keep: (after: readonly HostedReferral[]) =>
      setChanged({
        list,
        byKey: new Map([...kept, ...after.map((one) => [one.key, one] as const)]),
      }),
    /** Makes the row with this index the active one. */
    activate: setActive,
    /** Moves up or down; returns the index of the row that becomes the active one. */
    step,
    clear,
  };
}

const newer = (listed: HostedReferral, kept: HostedReferral | undefined) =>
  kept && kept.version > listed.version ? kept : listed;
