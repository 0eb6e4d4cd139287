/** The programme of this site, and how the screens say what came of what it was asked. */
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import { chooseProgramme } from "@/programme/chosen-programme";
import type { Failed, Outcome } from "@/programme/programme";

/** It is opened by the first page that shows it. */
export const programme = chooseProgramme(site.programme);

/** Whether something is being done, and a function that does it and shows the outcome in a toast. */
export function useAction() {
  const [pending, run] = usePending();

  function act<T>(action: () => Promise<Outcome<T>>, onAccepted: (value: T) => void) {
    void run(async () => {
      const outcome = await action();
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onAccepted(outcome.value);
    });
  }

  return [pending, act] as const;
}

/** Says in a toast why something was not done. Where it was, the page shows that itself. */
export async function notifyFailure(done: Promise<Failed | undefined>): Promise<boolean> {
  const failure = await done;
  if (failure) notify(failure.notice);
  return failure !== undefined;
}
