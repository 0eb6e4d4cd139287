import { useEffect, useState } from "react";
import { useHydrated } from "@/components/use-hydrated";
import { useStore } from "@/store";
import { type Toast, toastDrawing, toastStore } from "./toast-store";

/**
 * The place for toasts: in the body after the page and the overlays, so that toasts stay usable
 * while a dialog makes the page inert.
 */
export function ToastRegion() {
  const toast = useStore(toastStore);
  const drawing = useStore(toastDrawing);
  // Radix sets a style attribute, which the content security policy would block in prerendered
  // markup.
  const hydrated = useHydrated();
  return (
    <>
      <ToastAnnouncer toast={toast} />
      {hydrated && drawing?.draw(toast)}
    </>
  );
}

/** Long enough to be announced. After that, the text is on the page only once, in the toast. */
const SPOKEN_MS = 1000;

/** Two live regions that are in the page from the start. */
function ToastAnnouncer({ toast }: { toast: Toast | null }) {
  const [spoken, setSpoken] = useState<number>();
  const id = toast?.id;

  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setSpoken(id), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [id]);

  const speaking = toast && toast.id !== spoken ? toast : null;
  return (
    <>
      <output className="visually-hidden">
        {speaking?.variant === "default" && <Words key={speaking.id} toast={speaking} />}
      </output>
      {/* aria-live and not role="alert", because Firefox does not report a role="alert" to Orca 43 as
          a live region. */}
      <div className="visually-hidden" aria-live="assertive">
        {speaking?.variant === "destructive" && <Words key={speaking.id} toast={speaking} />}
      </div>
    </>
  );
}

function Words({ toast }: { toast: Toast }) {
  return (
    <span>
      {toast.title} {toast.description}
    </span>
  );
}
