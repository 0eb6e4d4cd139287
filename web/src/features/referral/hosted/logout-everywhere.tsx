import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import type { HostedActions } from "@/programme";

/** The way out of every device at once: one of them may be lost. */
export function LogoutEverywhere({ actions }: { actions: HostedActions }) {
  async function leave() {
    const failed = await actions.logoutEverywhere();
    if (failed) notify(failed.notice);
  }

  return (
    <Button variant="quiet" onClick={() => void leave()}>
      Log out everywhere
    </Button>
  );
}
