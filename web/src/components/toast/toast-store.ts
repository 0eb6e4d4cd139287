import type { Notice } from "@bindings";
import type { ReactNode } from "react";
import { Store } from "@/store";

export type Toast = Notice & {
  readonly id: number;
  /** Milliseconds until it goes by itself; `Infinity` for one that stays. */
  readonly duration: number;
  /** Takes this toast away, and no other that may have replaced it. */
  readonly dismiss: () => void;
};

/** The toast to be seen now. There is room for one: `LIMITS.toastLimit` cannot be passed. */
export const toastStore = new Store<Toast | null>(null);

/** What draws the toasts. Pages that never raise one need not bring it along. */
export const toastDrawing = new Store<{ draw: (toast: Toast | null) => ReactNode } | null>(null);

let lastId = 0;

/** Shows a toast for `duration` milliseconds, in place of the one that is there. */
export function show(notice: Notice, duration: number): Toast {
  lastId += 1;
  const id = lastId;
  const toast: Toast = {
    ...notice,
    id,
    duration,
    dismiss: () => {
      if (toastStore.get()?.id === id) dismiss();
    },
  };
  toastStore.set(toast);
  return toast;
}

/** Takes the toast away, whichever it is. */
export function dismiss(): void {
  toastStore.set(null);
}
