import { site } from "@/content/site";
import { BrowserProgramme, type Programme } from "@/programme";

/** The programme of this site. Everything lives in the visitor's browser. */
export const programme: Programme = new BrowserProgramme(site.programme);

// Whoever imports this is about to show it: what is stored is read while the page is on its way.
if (typeof window !== "undefined") programme.open();
