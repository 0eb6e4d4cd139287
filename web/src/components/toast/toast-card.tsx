import * as RadixToast from "@radix-ui/react-toast";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { CloseButton } from "@/components/close-button/close-button";
import { NoticeIcon } from "@/components/notice/notice-icon";
import * as words from "@/content/generated/words/components";
import styles from "./toast.module.css";
import type { Toast } from "./toast-store";

type Props = {
  toast: Toast;
  open: boolean;
  onClose: (toast: Toast) => void;
  viewport: RefObject<HTMLOListElement | null>;
};

export function ToastCard({ toast, open, onClose, viewport }: Props) {
  const escapedElsewhere = useRef(false);

  // A toast that replaces a focused one takes over the focus.
  useLayoutEffect(() => {
    const region = viewport.current;
    return () => {
      if (region?.contains(document.activeElement)) region.focus();
    };
  }, [viewport]);

  return (
    <RadixToast.Root
      className={styles.toast}
      data-variant={toast.variant}
      duration={toast.duration}
      open={open}
      // Radix would close the toast on every Escape. Outside the toast, Escape has another meaning;
      // inside it, useToastKeys has handled it already.
      onEscapeKeyDown={() => {
        escapedElsewhere.current = true;
      }}
      onOpenChange={() => {
        if (escapedElsewhere.current) escapedElsewhere.current = false;
        else onClose(toast);
      }}
    >
      <NoticeIcon variant={toast.variant} className={styles.icon} />
      <div className={styles.words}>
        <RadixToast.Title className={styles.title}>{toast.title}</RadixToast.Title>
        <RadixToast.Description>{toast.description}</RadixToast.Description>
      </div>
      <RadixToast.Close asChild>
        <CloseButton aria-label={words.dismiss} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
