import { LIMITS, type Notice } from "@bindings";
import { drawWith, show, type Toast } from "./toast-store";
import { Toasts } from "./toasts";

// By the time there is something to say, what draws it must not have to be fetched.
drawWith((toast) => <Toasts toast={toast} />);

/** Shows a toast, in place of the one that is there. */
export function notify(
  notice: Notice,
  { duration = LIMITS.toastDurationMs }: { duration?: number } = {},
): Toast {
  return show(notice, duration);
}
