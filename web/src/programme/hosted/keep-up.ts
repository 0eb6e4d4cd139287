import type { Desk } from "./desk";
import { whenBack } from "./when-back";

/** Follows what other tabs do, and what happens while nobody looks or nothing can be reached. */
export function keepUp(desk: Desk, until: AbortSignal) {
  const refresh = () => void desk.refresh();
  whenBack({ retry: () => void desk.flush(), refresh }, until);
  desk.tabs.hear(({ changed, gone }) => {
    desk.outbox.store.mend(gone);
    if (changed) refresh();
    else if (desk.board.state.phase === "ready") desk.showReady();
  }, until);
}
