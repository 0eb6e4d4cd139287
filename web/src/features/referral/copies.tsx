import { Button } from "@/components/button/button";
import { download } from "@/components/download";
import { notify } from "@/components/toast/toasts";
import * as words from "@/content/generated/words/referral";
import type { ExportFormat, Unreadable } from "@/programme/programme";
import { ImportField } from "@/components/import-field/import-field";
import { Notice } from "@/components/notice/notice";
import { Section } from "./section";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** Lets the admin export all records, and import them again. */
export function Copies() {
  return (
    <Section title={words.keepCopy} explanation={words.allKeptHere}>
      <div className={styles.actions}>
        <ExportButton name="referral-programme" format="json">
          {words.exportJson}
        </ExportButton>
        <ExportButton name="referrals" format="csv">
          {words.exportCsv}
        </ExportButton>
      </div>
      <ImportField preview={programme.previewImport} run={programme.import} />
    </Section>
  );
}

type ExportButtonProps = {
  /** The name of the file, without date and extension. */
  name: string;
  format: ExportFormat;
  children: string;
};

/** Exports what this visitor may see. */
export function ExportButton({ name, format, children }: ExportButtonProps) {
  async function save() {
    const exported = await programme.export(format);
    if (exported.outcome === "accepted") download(name, format, exported.value);
    else notify(exported.notice);
  }

  return (
    <Button variant="quiet" onClick={() => void save()}>
      {children}
    </Button>
  );
}

/** Shows that some stored entries are unreadable. The admin can export them. */
export function UnreadableNotice({ notice, copy }: Unreadable) {
  return (
    <Notice notice={notice}>
      {copy && (
        <Button variant="quiet" onClick={() => download("unreadable-entries", "json", copy())}>
          {words.exportUnreadable}
        </Button>
      )}
    </Notice>
  );
}
