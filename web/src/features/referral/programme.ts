import { site } from "@/content/generated/site";
import { chooseProgramme, type Programme } from "@/programme";

/** The programme of this site. It is opened by the first page that shows it. */
export const programme: Programme = chooseProgramme(
  site.programme,
  // The screens that need a server are on their way while it is asked who is looking.
  () => import("./hosted/hosted-desk"),
);
