import { site } from "@/content/site";
import { BrowserProgramme, type Programme } from "@/programme";

/** The programme of this site. Everything lives in the visitor's browser. */
export const programme: Programme = new BrowserProgramme(site.programme);
