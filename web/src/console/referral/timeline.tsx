import { CORRECTED_FIELDS } from "@bindings/hosted";
import { RowButton } from "@/console/parts/buttons";
import {
  DateTime,
  formatDateTime,
  outcomeLabel,
  staffName,
  stageLabel,
  taskLabel,
} from "@/console/parts/formats";
import { useFieldText, useReasonLabel } from "@/console/programme";
import type { StaffView, TimelineEntry } from "@bindings";
import { consentWords } from "./consent";
import { saysWhoWords } from "./facts";
import styles from "./referral.module.css";

type Props = {
  entries: readonly TimelineEntry[];
  colleagues: readonly StaffView[] | undefined;
  /** Undoes an event; `what` says what it was. */
  undo: (name: string, what: string) => void;
};

/** The events, latest first: who, when and why. */
export function Timeline({ entries, colleagues, undo }: Props) {
  const said = useSentence(colleagues);
  return (
    <ol className={styles.timeline}>
      {entries.toReversed().map((entry) => (
        <li key={entry.id} data-undone={entry.undone || undefined}>
          <p className={styles.when}>
            <DateTime at={entry.at} />
          </p>
          <div>
            <p>
              {entry.undone && "Undone: "}
              {said(entry)}
            </p>
            {entry.note && <p className={styles.note}>{entry.note}</p>}
            {entry.kind === "said" && <p className={styles.note}>{entry.text}</p>}
            <p className={styles.who}>
              {entry.by.staff && entry.by.kind !== "import"
                ? staffName(entry.by.staff, colleagues)
                : entry.by.shown}
              {entry.imported !== undefined && (
                <>
                  , <DateTime at={entry.imported} />
                </>
              )}
              {entry.canUndo && (
                <RowButton label="Undo…" onClick={() => undo(entry.id, said(entry))} />
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What to say of an event. */
export function useSentence(colleagues: Props["colleagues"]): (entry: TimelineEntry) => string {
  const reasonLabel = useReasonLabel();
  const fieldText = useFieldText();
  return (entry) => sentence(entry, colleagues, reasonLabel, fieldText);
}

/** What was planned by an event. */
function then({ next }: TimelineEntry, colleagues: Props["colleagues"]): string {
  if (!next) return "";
  const who = next.staff && `, ${staffName(next.staff, colleagues)}`;
  return `; ${taskLabel(next.kind).toLowerCase()} by ${formatDateTime(next.due)}${who}`;
}

function sentence(
  entry: TimelineEntry,
  colleagues: Props["colleagues"],
  reasonLabel: (reason: string) => string,
  fieldText: ReturnType<typeof useFieldText>,
): string {
  switch (entry.kind) {
    case "submitted":
      return "Submitted";
    case "points":
      return `${entry.points ?? 0} points saved`;
    case "proposed":
      return entry.points === undefined ? "Award requested" : `${entry.points} points proposed`;
    case "called":
      return `Call: ${outcomeLabel(entry.outcome ?? "").toLowerCase()}${then(entry, colleagues)}`;
    case "scheduled":
      return `Planned${then(entry, colleagues)}`;
    case "done":
      return "Done";
    case "moved":
      return `Moved to ${stageLabel(entry.stage ?? "")}`;
    case "declined":
      return `Declined: ${reasonLabel(entry.reason ?? "")}`;
    case "withdrawn":
      return "Withdrawn";
    case "reopened":
      return `Reopened in ${stageLabel(entry.stage ?? "")}`;
    case "corrected": {
      const field = CORRECTED_FIELDS.find(({ value }) => value === entry.field);
      const text = fieldText(entry.field, entry.text ?? "");
      return `Corrected the ${field?.label.toLowerCase() ?? "record"} to “${text}”`;
    }
    case "undone":
      return "An event was undone";
    case "noted":
      return "Note";
    case "assigned":
      return entry.text ? `Assigned to ${staffName(entry.text, colleagues)}` : "Assigned to nobody";
    case "credited":
      return entry.text === "yes" ? "The referrer gets the points" : "The referrer gets no points";
    case "says-who":
      return saysWhoWords(entry.text === "yes");
    case "said":
      if (entry.imported !== undefined) {
        return "A message to the referrer, as the imported file says: not sent from here, and not shown to them";
      }
      return entry.way === "whatsapp"
        ? "WhatsApp opened, to the referrer"
        : "Text message to the referrer";
    case "undelivered":
      return `A text to the referrer was not delivered. ${entry.text ?? ""}`;
    case "consent":
      return consentWords(entry.consent);
    case "recorded":
      return "Imported without a history";
    default:
      return `“${entry.kind}”, of a later version`;
  }
}
