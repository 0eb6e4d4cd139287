import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import styles from "@/console/console.module.css";

type Props = { title: string; label: string; secret: string; onClose: () => void };

/** Shows a secret, which is displayed only once. */
export function SecretDialog({ title, label, secret, onClose }: Props) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  }
  return (
    <Dialog
      title={title}
      description="Keep it where only the program can read it. It is shown only once: if you lose it, make a new one."
      onClose={onClose}
    >
      <div className={styles.stack}>
        <TextField
          label={label}
          readOnly
          value={secret}
          onFocus={({ target }) => target.select()}
          className={styles.secret}
        />
        <div className={styles.actions}>
          <Button onClick={() => void copy().catch(() => undefined)}>Copy</Button>
          <Button variant="quiet" onClick={onClose}>
            I have it
          </Button>
          <output>{copied && "Copied."}</output>
        </div>
      </div>
    </Dialog>
  );
}
