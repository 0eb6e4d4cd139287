import type { Notice } from "@bindings";
import type { ReactNode } from "react";
import { Store } from "@/store";

export type Toast = Notice & {
  readonly id: number;
  /** Milliseconds until it closes by itself; `Infinity` for never. */
  readonly duration: number;
  /** Closes this toast, but not one that has replaced it. */
  readonly dismiss: () => void;
};

/** The visible toast. There is only one at a time, see `LIMITS.toastLimit`. */
export const toastStore = new Store<Toast | null>(null);

/** The function that renders toasts. Pages that show none do not load it. */
export const toastDrawing = new Store<{ draw: (toast: Toast | null) => ReactNode } | null>(null);

let lastId = 0;

/** Shows a toast for `duration` milliseconds, in place of the present one. */
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

/** Closes the visible toast. */
export function dismiss(): void {
  toastStore.set(null);
}
