import type { Notice } from "@bindings";
import type { ReactNode } from "react";
import { Store } from "@/store";

export type Toast = Notice & {
  readonly id: number;
  /** Milliseconds until it goes by itself; `Infinity` for one that stays. */
  readonly duration: number;
  /** Removes this toast, but not one that has replaced it. */
  readonly dismiss: () => void;
};

/** The toast that is shown. There is room for one, as `LIMITS.toastLimit` says. */
export const toastStore = new Store<Toast | null>(null);

/** What draws the toasts. Pages that never show one need not load it. */
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

/** Removes the toast, whichever it is. */
export function dismiss(): void {
  toastStore.set(null);
}
