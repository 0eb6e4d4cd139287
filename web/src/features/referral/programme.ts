import { site } from "@/content/site";
import { chooseProgramme, type Programme } from "@/programme";

/** The programme of this site. */
export const programme: Programme = chooseProgramme(site.programme);

// Whoever imports this is about to show it: what is stored is read while the page is on its way.
if (typeof window !== "undefined") programme.open();
