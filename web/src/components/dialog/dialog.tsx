import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CloseButton } from "@/components/close-button/close-button";
import { useReturnedFocus } from "@/components/focus";
import { TOUCH } from "@/components/touch";
import * as words from "@/content/generated/words/components";
import styles from "./dialog.module.css";
import { useCloseRequest } from "./use-close-request";
import { useHeldPage } from "./use-held-page";

type Props = {
  title: ReactNode;
  description: ReactNode;
  /** Called when the visitor closes it: by its button, Escape, Back or a click outside. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog that is open as long as it is mounted.
 *
 * It is opened with `show()`. `showModal()` would put it above the toasts and make them inert, and
 * one of them shows the code that this dialog asks for. So the page is made inert by hand. There is
 * no `aria-modal`, because it would hide the toasts from assistive technology.
 */
export function Dialog({ title, description, onClose, children }: Props) {
  const [overlays] = useState(overlaysElement);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();

  useReturnedFocus();
  useHeldPage();
  useCloseRequest(() => {
    // If another dialog is open above this one, that one closes first.
    if (!dialog.current?.inert) onClose();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.show();
    firstField(element).focus();
    return () => element.close();
  }, []);

  return createPortal(
    <>
      <div className={styles.backdrop} aria-hidden="true" onClick={onClose} />
      <dialog
        ref={dialog}
        className={styles.dialog}
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={descriptionId}
      >
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <CloseButton aria-label={words.close} onClick={onClose} />
        </div>
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
        {children}
      </dialog>
    </>,
    overlays,
  );
}

/** The element for overlays, outside the part that becomes inert. */
function overlaysElement(): HTMLElement {
  const existing = document.getElementById("overlays");
  if (existing) return existing;
  const created = document.createElement("div");
  created.id = "overlays";
  document.body.append(created);
  return created;
}

function firstField(dialog: HTMLDialogElement): HTMLElement {
  const field =
    dialog.querySelector<HTMLElement>("[autofocus]") ??
    dialog.querySelector<HTMLElement>(
      ":is(input:not([type='hidden']), select, textarea):not(:disabled)",
    );
  // A text that may be left out is not worth the keyboard that comes over half of a phone.
  const isLeftOut = field?.matches("textarea[data-optional]") && matchMedia(TOUCH).matches;
  return field && !isLeftOut ? field : dialog;
}
