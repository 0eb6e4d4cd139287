import type { SpreadsheetTakenOut } from "@bindings";
import { WHY_KEPT } from "@bindings/console";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { counted } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { fetchJson, referralPath, sendWrite } from "@/console/server";
import styles from "@/console/console.module.css";
import own from "./spreadsheet.module.css";

type Props = {
  /** The import. */
  id: number;
  onDone: () => void;
  onClose: () => void;
};

const TITLE = "Take out again";

/** Shows what goes with an import and what stays, and takes it out. */
export function TakeOutDialog({ id, onDone, onClose }: Props) {
  const path = `/spreadsheets/${id}`;
  const preview = useQuery({
    queryKey: [path],
    // What was worked on a moment ago stays.
    staleTime: 0,
    queryFn: () => fetchJson<SpreadsheetTakenOut>(path),
  });
  const { data } = preview;
  if (!data || data.gone === 0) {
    return (
      <Dialog
        title={TITLE}
        description={data ? "Nothing of this import can go." : "Looking up what can go…"}
        onClose={onClose}
      >
        <Failure of={preview} />
        {data && <Kept of={data} />}
      </Dialog>
    );
  }

  async function takeOut() {
    const sent = await sendWrite<SpreadsheetTakenOut>(path, { method: "DELETE" });
    if (sent.outcome === "accepted") onDone();
    return sent;
  }
  return (
    <FormDialog
      title={TITLE}
      explanation={`${counted(data.gone, "referral")} of this import will be erased. This cannot be undone, but you can import the rows again.`}
      button={`Take out ${counted(data.gone, "referral")}`}
      initial={{}}
      deliver={takeOut}
      onClose={onClose}
    >
      {() => <Kept of={data} />}
    </FormDialog>
  );
}

/** The referrals that stay, and why. */
function Kept({ of: { kept } }: { of: SpreadsheetTakenOut }) {
  if (kept.length === 0) return null;
  return (
    <div>
      <p>{counted(kept.length, "referral")} will stay:</p>
      <ul className={own.rows}>
        {kept.map(({ key, name, why }) => (
          <li key={key}>
            <Link to={referralPath({ key })}>{name}</Link>
            <span className={styles.hint}>
              {WHY_KEPT.find(({ value }) => value === why)?.label}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
