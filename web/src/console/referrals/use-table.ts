import { useState } from "react";
import { keep, read } from "@/console/device";
import { COLUMNS } from "./columns";

/** The local storage key of the table's settings. */
const KEY = "consoleTable";

type TableSettings = { hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** The hidden columns and the widths of the others, stored on this device. */
export function useTable() {
  const [look, setLook] = useState(stored);

  function change(next: TableSettings) {
    setLook(next);
    keep(KEY, JSON.stringify(next));
  }

  return {
    columns: COLUMNS.filter(({ name }) => !look.hidden.includes(name)),
    isHidden: (name: string) => look.hidden.includes(name),
    show: (name: string, shown: boolean) =>
      change({
        ...look,
        hidden: [...look.hidden.filter((other) => other !== name), ...(shown ? [] : [name])],
      }),
    widthOf: (name: string, initial: number) => look.widths[name] ?? initial,
    widen: (name: string, width: number) =>
      change({ ...look, widths: { ...look.widths, [name]: width } }),
  };
}

const NONE: TableSettings = { hidden: [], widths: {} };

const stored = () =>
  read(KEY, (text) => ({ ...NONE, ...(JSON.parse(text) as Partial<TableSettings>) }), NONE);
