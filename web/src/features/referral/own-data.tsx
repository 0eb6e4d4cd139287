import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import * as shared from "@/content/generated/words/components";
import * as words from "@/content/generated/words/referral";
import { ExportButton } from "./copies";
import { Section } from "./section";
import { programme, useAction } from "./programme";
import styles from "./referral.module.css";

type Props = {
  mobile: string;
  /** Where the data is stored, and for how long. */
  kept?: string;
  /** What an erasure does, by the number. */
  consequence?: (number: { mobile: string }) => string;
  /** What remains there after the erasure. */
  trace?: string;
};

/** Lets members export or erase what is stored under their number. */
export function OwnData({
  mobile,
  kept = words.ownKeptHere,
  consequence = words.eraseLead,
  trace,
}: Props) {
  const [erasing, setErasing] = useState(false);
  return (
    <Section title={words.yourData} explanation={`${kept} ${words.youCan}`}>
      <div className={styles.actions}>
        <ExportButton name="my-referrals" format="json">
          {words.exportMine}
        </ExportButton>
        <Button variant="quiet" onClick={() => setErasing(true)}>
          {words.eraseMine}
        </Button>
      </div>
      {erasing && (
        <EraseDialog
          description={consequence({ mobile })}
          trace={trace}
          onClose={() => setErasing(false)}
        />
      )}
    </Section>
  );
}

type EraseDialogProps = {
  description: string;
  trace?: string | undefined;
  onClose: () => void;
};

/** Asks for confirmation before erasing. */
function EraseDialog({ description, trace, onClose }: EraseDialogProps) {
  const [pending, run] = useAction();

  return (
    <Dialog title={words.eraseTitle} description={description} onClose={onClose}>
      <div className={styles.stack}>
        {trace !== undefined && <p>{trace}</p>}
        <div className={styles.actions}>
          <Button pending={pending} onClick={() => run(() => programme.erase(), onClose)}>
            {words.eraseAll}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
