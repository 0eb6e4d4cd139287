import type { ProgrammeDraft, ProgrammeView } from "@bindings";
import { type ReactNode, useState } from "react";
import { type FieldOf, FormDialog } from "@/components/dialog/form-dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { formatDateTime, makerName } from "@/console/parts/formats";
import { newestProgramme, setProgramme } from "@/console/programme";

type Props<Name extends string> = {
  programme: ProgrammeView;
  title: string;
  explanation: string;
  initial: Readonly<Record<Name, string>>;
  /** The part to set, from what was typed and what holds; a refusal by the page itself. */
  change: (
    text: Readonly<Record<Name, string>>,
    holds: ProgrammeDraft,
  ) => Partial<ProgrammeDraft> | FormOutcome;
  /** What holds for this part, in words. */
  inWords: (holds: ProgrammeDraft) => string;
  onClose: () => void;
  children: (field: FieldOf<Name>) => ReactNode;
};

/**
 * A dialog that sets a part of the settings. If somebody else has set something since it was opened,
 * that is shown beside what was typed, and one decides again.
 */
export function SettingsDialog<Name extends string>({
  programme,
  change,
  inWords,
  children,
  ...dialog
}: Props<Name>) {
  const [seen, setSeen] = useState(programme);
  const [opened] = useState(programme);

  async function deliver(text: Readonly<Record<Name, string>>) {
    const changed = change(text, seen.settings);
    if ("outcome" in changed) return changed;
    const sent = await setProgramme(seen, changed);
    if (sent.outcome === "refused" && sent.codes.includes("programme-stale")) {
      setSeen(newestProgramme() ?? seen);
    }
    return sent;
  }

  return (
    <FormDialog {...dialog} button="Save" deliver={deliver}>
      {(field) => (
        <>
          {seen.at !== null && seen.version !== opened.version && (
            <output>
              {makerName(seen.by)} has changed the settings, {formatDateTime(seen.at)}. Now:{" "}
              {inWords(seen.settings)}
            </output>
          )}
          {children(field)}
        </>
      )}
    </FormDialog>
  );
}
