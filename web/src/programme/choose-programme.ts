import type { Programme as ProgrammeContent } from "@bindings";
import { BrowserProgramme } from "./browser/browser-programme";
import { ChosenProgramme, type Places } from "./chosen-programme";
import type { Programme } from "./programme";
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
