import type { ExportFormat } from "@/programme";

const TYPES: Record<ExportFormat, string> = {
  json: "application/json",
  csv: "text/csv;charset=utf-8",
};

/** How long a browser may take to fetch what it has been handed, in milliseconds. */
const FETCHED_MS = 60_000;

/** Hands the visitor a file, named by what it holds and today's date. */
export function download(name: string, format: ExportFormat, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name}-${today()}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FETCHED_MS);
}

/** The visitor's own date, in an order that sorts. */
function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
