import type { SharedView } from "@bindings";
import { FormDialog } from "@/components/dialog/form-dialog";
import { remove } from "@/console/server";

/** Asks before a view is taken from everybody. */
export default function RemoveView({ view, onClose }: { view: SharedView; onClose: () => void }) {
  return (
    <FormDialog
      title={`Remove “${view.name}” for all`}
      explanation="Your colleagues lose this view as well."
      button="Remove"
      initial={{}}
      deliver={() => remove(`/views/${view.id}`, "View Removed", "Nobody sees it any more.")}
      onClose={onClose}
    />
  );
}
