import { LIMITS, type Notice } from "@bindings";
import { useSyncExternalStore } from "react";

export type Toast = Notice & {
  readonly id: number;
  /** Milliseconds until it goes by itself; `Infinity` for one that stays. */
  readonly duration: number;
  /** Takes this toast away, and no other that may have replaced it. */
  readonly dismiss: () => void;
};

// One place for one toast: `LIMITS.toastLimit` cannot be passed.
let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast, in place of the one that is there. */
export function notify(
  notice: Notice,
  { duration = LIMITS.toastDurationMs }: { duration?: number } = {},
): Toast {
  lastId += 1;
  const id = lastId;
  const toast: Toast = {
    ...notice,
    id,
    duration,
    dismiss: () => {
      if (current?.id === id) dismiss();
    },
  };
  show(toast);
  return toast;
}

/** Takes the toast away, whichever it is. */
export function dismiss(): void {
  show(null);
}

/** The toast to be seen now. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

function show(toast: Toast | null) {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
