import type { SharedView } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { Check } from "@/components/fields/checks";
import { TextField } from "@/components/fields/field";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { may, sendWrite, success, useViewer } from "@/console/server";
import { mayHaveNumber, TOO_MANY_DIGITS } from "./digits";
import type { View } from "./saved-views";

type SaveProps = { address: string; keep: (view: View) => void; onClose: () => void };

/** Asks for the name of a view, and who is to see it. */
export default function SaveView({ address, keep, onClose }: SaveProps) {
  const { data: viewer } = useViewer();
  const [isShared, setShared] = useState(false);
  const mayShare = viewer && may(viewer, "handle");
  return (
    <FormDialog
      title="Save this view"
      explanation="Give the current filters and order a name. What you search for is not saved."
      button="Save"
      initial={{ name: "" }}
      deliver={async ({ name }) => {
        if (!name.trim()) return refused("name", "Enter a name.");
        const view = { name: name.trim(), address };
        if (isShared) {
          if (mayHaveNumber(view.name)) return refused("name", TOO_MANY_DIGITS);
          return sendWrite<SharedView>(
            "/views",
            { value: view },
            ({ queryKey: [of] }) => of === "views",
          );
        }
        keep(view);
        return { outcome: "accepted", notice: SAVED };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField label="Name" maxLength={CONSOLE_LIMITS.nameMax} {...field("name")} />
          {mayShare && (
            <Check label="Share it with all colleagues" checked={isShared} onChange={setShared} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const SAVED = success("View Saved", "You will find it above the list, on this device.");
