import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextAreaField } from "@/components/fields/field";
import styles from "@/console/console.module.css";

type Props = {
  title: string;
  label: string;
  /** What to do with it, if it is for no program. */
  description?: string;
  secret: string;
  /** Whether it is for a person: then the device's own way to share is offered, if it has one. */
  isForPerson?: boolean;
  onClose: () => void;
};

const FOR_A_PROGRAM =
  "Keep it where only the program can read it. It is shown only once: if you lose it, make a new one.";

/** Shows a secret, which is displayed only once. */
export function SecretDialog({
  title,
  label,
  description = FOR_A_PROGRAM,
  secret,
  isForPerson = false,
  onClose,
}: Props) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  }
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <div className={styles.stack}>
        <TextAreaField
          label={label}
          readOnly
          rows={2}
          value={secret}
          onFocus={({ target }) => target.select()}
          className={styles.secret}
        />
        <div className={styles.actions}>
          <Button onClick={() => void copy().catch(() => undefined)}>Copy</Button>
          {isForPerson && "share" in navigator && (
            <Button
              variant="quiet"
              // Whoever closes it has changed their mind.
              onClick={() => void navigator.share({ text: secret }).catch(() => undefined)}
            >
              Share…
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            I have it
          </Button>
          <output>{copied && "Copied."}</output>
        </div>
      </div>
    </Dialog>
  );
}
