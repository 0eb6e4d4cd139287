import { useEffect, useRef } from "react";
import { Button } from "@/components/button/button";
import type { ListedReferral } from "@/programme";
import { PointsEditor } from "./points-editor";

type Props = {
  view: ListedReferral;
  editing: boolean;
  onEdit: () => void;
  onDone: () => void;
};

/** The button that opens the points editor, or the editor in its place. */
export function PointsControl({ view, editing, onEdit, onDone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    // Only from the editor that has just gone: another entry may be the one that is opened.
    if (wasEditing.current && !editing && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
    wasEditing.current = editing;
  }, [editing]);

  if (editing) return <PointsEditor view={view} onDone={onDone} />;
  return (
    <Button ref={button} variant="quiet" onClick={onEdit}>
      Assign/Edit Points
      <span className="visually-hidden"> for {view.referral.referredName}</span>
    </Button>
  );
}
