import { site } from "@/content/generated/site";
import { chooseProgramme } from "@/programme/chosen-programme";

/** The programme of this site. It is opened by the first page that shows it. */
export const programme = chooseProgramme(site.programme);
