import type { Programme as ProgrammeContent } from "@bindings";
import { useCallback, useSyncExternalStore } from "react";
import { BrowserProgramme } from "./browser/browser-programme";
import { ChosenProgramme, type Places } from "./chosen-programme";
import type { Programme, ProgrammeState } from "./programme";
import { siteMode } from "./site-mode";

/**
 * The programme of this site. What a server needs is fetched only where there is one; `prepare` is
 * called there as well.
 */
export function chooseProgramme(
  content: ProgrammeContent,
  prepare: () => Promise<unknown>,
): Programme {
  const places: Places = {
    mode: siteMode,
    browser: () => new BrowserProgramme(content),
    hosted: async () => {
      // What could not be fetched now is fetched again where it is used.
      prepare().catch(() => undefined);
      const { HostedProgramme } = await import("./hosted/hosted-programme");
      return new HostedProgramme();
    },
  };
  return new ChosenProgramme(places);
}

const LOADING: ProgrammeState = { phase: "loading" };

/** What a programme shows now. A prerendered page shows it loading. */
export function useProgramme(programme: Programme): ProgrammeState {
  return useSyncExternalStore(
    useCallback((listener: () => void) => programme.subscribe(listener), [programme]),
    () => programme.state(),
    () => LOADING,
  );
}
