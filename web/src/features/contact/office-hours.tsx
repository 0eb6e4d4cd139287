import type { Day, Office } from "@bindings";
import { useEffect, useState } from "react";
import { locale } from "@/content/generated/language";
import * as words from "@/content/generated/words/contact";
import styles from "./offices.module.css";

const MINUTE_MS = 60_000;
/** Any date. Neither office changes its clocks. */
const A_DAY = Date.UTC(2026, 0, 1);

/** The opening hours of an office in its own time and, with script, the present time there. */
export function OfficeHours({ office: { hours, timeZone } }: { office: Office }) {
  const now = useNow();
  return (
    <p className={styles.hours}>
      {words.hours({ days: daysOf(hours.days), opens: hours.opens, closes: hours.closes })}{" "}
      <span className={styles.clock}>
        {zoneOf(timeZone)}
        {now !== undefined && <> · {words.now({ time: timeIn(timeZone, now) })}</>}
      </span>
    </p>
  );
}

/** Such as "Sunday to Thursday". */
function daysOf(days: readonly Day[]): string {
  const [first = "Monday"] = days;
  const last = days.at(-1) ?? first;
  const name = words.day({ day: first });
  return first === last ? name : words.days({ first: name, last: words.day({ day: last }) });
}

/** The present time to the minute; `undefined` in prerendered pages. */
function useNow() {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Such as UTC+5:30, from which every reader can calculate. Neither office changes its clocks. */
function zoneOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  const { value = "" } =
    format.formatToParts(A_DAY).find(({ type }) => type === "timeZoneName") ?? {};
  return value.replace("GMT", "UTC").replace(/(?<=[+-])0|:00$/g, "");
}

function timeIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: "short" }).format(now);
}
