import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import type { ExportFormat } from "@/programme";
import { download } from "./download";
import { programme } from "./programme";

type Props = {
  /** What the file is to be called, without date and ending. */
  name: string;
  format: ExportFormat;
  children: string;
};

/** Hands over a copy of what this visitor may see. */
export function ExportButton({ name, format, children }: Props) {
  async function save() {
    const exported = await programme.export(format);
    if (exported.outcome === "accepted") download(name, format, exported.text);
    else notify(exported.notice);
  }

  return (
    <Button variant="quiet" onClick={() => void save()}>
      {children}
    </Button>
  );
}
