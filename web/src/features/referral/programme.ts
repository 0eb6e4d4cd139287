import { site } from "@/content/site";
import { chooseProgramme, type Programme } from "@/programme";

/** The programme of this site. */
export const programme: Programme = chooseProgramme(
  site.programme,
  // The screens that need a server are on their way while it is asked who is looking.
  () => import("./hosted/hosted-desk"),
);

// Whoever imports this is about to show it: what is stored is read while the page is on its way.
if (typeof window !== "undefined") programme.open();
