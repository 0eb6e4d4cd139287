import { download } from "@/components/download";
import { ImportField } from "@/components/import-field/import-field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "@/console/parts/buttons";
import { fetchCopy, importCopy, previewImport } from "@/console/server";
import styles from "@/console/console.module.css";

/** Exports all records, and imports them again. */
export function Copies() {
  return (
    <section aria-labelledby="copies">
      <h2 id="copies" className={styles.heading}>
        Keep a copy
      </h2>
      <p className={styles.lead}>
        The JSON file holds everything and can be imported again, here or elsewhere. The CSV file is
        the list for a spreadsheet.
      </p>
      <div className={styles.actions}>
        <ExportButton name="referral-programme" format="json">
          Export as JSON
        </ExportButton>
        <ExportButton name="referrals" format="csv">
          Export as CSV
        </ExportButton>
      </div>
      <ImportField preview={previewImport} run={importCopy} />
    </section>
  );
}

type Props = { name: string; format: "json" | "csv"; children: string };

function ExportButton({ name, format, children }: Props) {
  const [pending, run] = usePending();

  async function save() {
    const copy = await fetchCopy(format);
    if (copy.outcome === "accepted") download(name, format, copy.value);
    else notify(copy.notice);
  }
  return (
    <SmallButton pending={pending} onClick={() => void run(save)}>
      {children}
    </SmallButton>
  );
}
