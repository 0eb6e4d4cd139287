import type { Notice } from "@bindings";
import { type ReactNode, useSyncExternalStore } from "react";

export type Toast = Notice & {
  readonly id: number;
  /** Milliseconds until it goes by itself; `Infinity` for one that stays. */
  readonly duration: number;
  /** Takes this toast away, and no other that may have replaced it. */
  readonly dismiss: () => void;
};

type Drawing = (toast: Toast | null) => ReactNode;

// One place for one toast: `LIMITS.toastLimit` cannot be passed.
let current: Toast | null = null;
let drawing: Drawing | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Says what draws the toasts. Pages that never raise one need not bring it along. */
export function drawWith(draw: Drawing): void {
  drawing = draw;
  tell();
}

/** Shows a toast for `duration` milliseconds, in place of the one that is there. */
export function show(notice: Notice, duration: number): Toast {
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
  set(toast);
  return toast;
}

/** Takes the toast away, whichever it is. */
export function dismiss(): void {
  set(null);
}

/** The toast to be seen now. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

/** What draws it, once a page has brought that along. */
export function useDrawing(): Drawing | null {
  return useSyncExternalStore(
    subscribe,
    () => drawing,
    () => null,
  );
}

function set(toast: Toast | null) {
  current = toast;
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
