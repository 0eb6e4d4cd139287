/** The programme of this site, and how screens show the outcome of an action. */
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import { chooseProgramme } from "@/programme/chosen-programme";
import type { Failed, Outcome } from "@/outcome";
import { programmeInLanguage } from "./in-language";

/** Whether the page is in English. */
declare const __IS_ORIGINAL__: boolean;

/** The first page that uses it opens it. */
export const programme = chooseProgramme(
  site.programme,
  __IS_ORIGINAL__ ? undefined : programmeInLanguage,
);

/** Runs an action and shows the outcome in a toast; also returns whether one is running. */
export function useAction() {
  const [pending, start] = usePending();

  function run<T>(action: () => Promise<Outcome<T>>, onAccepted: (value: T) => void) {
    void start(async () => {
      const outcome = await action();
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onAccepted(outcome.value);
    });
  }

  return [pending, run] as const;
}

/** Shows a toast if an action failed. On success, the page itself shows the result. */
export async function notifyFailure(done: Promise<Failed | undefined>): Promise<boolean> {
  const failure = await done;
  if (failure) notify(failure.notice);
  return failure !== undefined;
}
