import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CloseButton } from "@/components/close-button/close-button";
import styles from "./dialog.module.css";
import { useCloseRequest } from "./use-close-request";
import { useHeldPage } from "./use-held-page";
import { useReturnedFocus } from "./use-returned-focus";

type Props = {
  title: ReactNode;
  description: ReactNode;
  /** The visitor wants to close it, by its button, Escape, Back or a click beside it. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog that is open for as long as it is mounted.
 *
 * It is opened with `show()`: `showModal()` would put it above the toasts and make them inert, and
 * one of them tells the code that this dialog asks for. The page is made inert by hand instead.
 * There is no `aria-modal`, since that would hide the toasts from assistive technology.
 */
export function Dialog({ title, description, onClose, children }: Props) {
  const [overlays] = useState(overlaysElement);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();

  useReturnedFocus();
  useHeldPage();
  useCloseRequest(() => {
    // If another dialog is open above this one, that one is closed first.
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
          <CloseButton aria-label="Close" onClick={onClose} />
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

/** The page's own place for overlays, outside what becomes inert. */
function overlaysElement(): HTMLElement {
  const existing = document.getElementById("overlays");
  if (existing) return existing;
  const created = document.createElement("div");
  created.id = "overlays";
  document.body.append(created);
  return created;
}

function firstField(dialog: HTMLDialogElement): HTMLElement {
  return (
    dialog.querySelector<HTMLElement>("[autofocus]") ??
    dialog.querySelector<HTMLElement>(
      ":is(input:not([type='hidden']), select, textarea):not(:disabled)",
    ) ??
    dialog
  );
}
