import { useHydrated } from "@/components/use-hydrated";
import { ToastAnnouncer } from "./toast-announcer";
import { useDrawing, useToast } from "./toast-store";

/**
 * Where toasts appear. It stands in the body after the page and the overlays, outside both, so
 * that toasts stay within reach while a dialog makes the page inert.
 */
export function ToastRegion() {
  const toast = useToast();
  const draw = useDrawing();
  // Radix writes a style attribute, which in prerendered markup the content policy would refuse.
  const hydrated = useHydrated();
  return (
    <>
      <ToastAnnouncer toast={toast} />
      {hydrated && draw?.(toast)}
    </>
  );
}
