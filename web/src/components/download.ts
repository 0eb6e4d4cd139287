const TYPES = {
  json: "application/json",
  csv: "text/csv;charset=utf-8",
};

/** How long a browser may take to save the file, in milliseconds. */
const FETCHED_MS = 60_000;

/** Saves a file. Its name has the content and today's date. */
export function download(name: string, format: keyof typeof TYPES, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  const link = document.createElement("a");
  link.href = address;
  // Swedish dates start with the year, so that the file names sort by date.
  link.download = `${name}-${new Date().toLocaleDateString("sv")}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FETCHED_MS);
}
