import { HOSTED_LIMITS } from "@bindings/hosted-words";
import type { Desk } from "./desk";
import { whenBack } from "./when-back";

/** Follows what other tabs do, and what happens while nobody looks or nothing can be reached. */
export function keepUp(desk: Desk, until: AbortSignal) {
  const refresh = () => void desk.refresh();
  const retry = () => void desk.settle().then(() => desk.flush());
  whenBack({ retry, refresh }, until);
  const show = () => {
    if (desk.board.state.phase === "ready") desk.showReady();
  };
  desk.tabs.hear(({ changed, gone }) => {
    desk.outbox.store.mend(gone);
    if (changed) void desk.follow();
    else show();
  }, until);
  const heard = ({ key }: StorageEvent) => {
    if (key === null || key === HOSTED_LIMITS.waitingKey) show();
  };
  // A tab can hear of what waits before it can read it; this comes when it can.
  window.addEventListener("storage", heard, { signal: until });
}
