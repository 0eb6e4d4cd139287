import { LIMITS, type Notice } from "@bindings";
import * as RadixToast from "@radix-ui/react-toast";
import { useRef, useState } from "react";
import * as words from "@/content/generated/words/components";
import { ToastCard } from "./toast-card";
import { show, type Toast, toastDrawing } from "./toast-store";
import { useFocusReturn } from "./use-focus-return";
import { useToastKeys } from "./use-toast-keys";
import styles from "./toast.module.css";

const HOTKEY = [LIMITS.toastHotkey];

/** Renders the toast in a landmark, which the hotkey focuses. */
function Toasts({ toast }: { toast: Toast | null }) {
  // A closed toast is still rendered while it fades out.
  const [shown, setShown] = useState(toast);
  if (toast && toast !== shown) setShown(toast);

  // Radix adds a live region together with each message, which is too late for some screen readers.
  // It is put into an element outside the document; ToastAnnouncer announces the message instead.
  const [hiddenAnnouncer] = useState(() => document.createElement("div"));

  const viewport = useRef<HTMLOListElement>(null);
  const returnFocus = useFocusReturn(viewport);

  function close(closing: Toast) {
    closing.dismiss();
    returnFocus();
    // Radix does not restart its timers if a toast was closed under the pointer.
    viewport.current?.parentElement?.dispatchEvent(new PointerEvent("pointerleave"));
  }

  useToastKeys(viewport, () => {
    if (toast) close(toast);
    else returnFocus();
  });

  return (
    <RadixToast.Provider
      duration={LIMITS.toastDurationMs}
      swipeDirection="right"
      swipeThreshold={LIMITS.toastSwipeThreshold}
      announcerContainer={hiddenAnnouncer}
    >
      {shown && (
        <ToastCard
          key={shown.id}
          toast={shown}
          open={shown === toast}
          onClose={close}
          viewport={viewport}
        />
      )}
      <RadixToast.Viewport
        ref={viewport}
        className={styles.viewport}
        hotkey={HOTKEY}
        label={words.notifications}
        data-empty={words.noNotifications}
      />
    </RadixToast.Provider>
  );
}

// Set on import, so that nothing has to be fetched when there is a toast to show.
toastDrawing.set({ draw: (toast) => <Toasts toast={toast} /> });

/** Shows a toast in place of the present one. */
export function notify(
  notice: Notice,
  { duration = LIMITS.toastDurationMs }: { duration?: number } = {},
): Toast {
  return show(notice, duration);
}
