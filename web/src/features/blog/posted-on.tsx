/** The months are written out: figures alone mean different days in different countries. */
const LONG = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A day of publication, YYYY-MM-DD. */
export function PostedOn({ date }: { date: string }) {
  return <time dateTime={date}>{LONG.format(new Date(date))}</time>;
}
