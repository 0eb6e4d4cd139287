import { useCallback, useSyncExternalStore } from "react";
import type { Programme, ProgrammeState } from "./programme";

const LOADING: ProgrammeState = { phase: "loading" };

/** What a programme shows now. A prerendered page shows it loading. */
export function useProgramme(programme: Programme): ProgrammeState {
  return useSyncExternalStore(
    useCallback((listener: () => void) => programme.subscribe(listener), [programme]),
    () => programme.state(),
    () => LOADING,
  );
}
