import type { ProgrammeRewards } from "@bindings";
import { siteMode } from "./site-mode";

/** What points are worth now, in the language of the page; `undefined` where no company has set it. */
export async function programmeRewards(signal: AbortSignal): Promise<ProgrammeRewards | undefined> {
  if ((await siteMode()) !== "hosted") return undefined;
  const headers = { "Accept-Language": document.documentElement.lang };
  const answer = await fetch("/api/programme/rewards", { signal, headers });
  return answer.ok ? ((await answer.json()) as ProgrammeRewards) : undefined;
}
