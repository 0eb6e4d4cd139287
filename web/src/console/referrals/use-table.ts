import { useState } from "react";
import { COLUMNS } from "./columns";

/** The local storage key of the table's settings. */
const KEY = "consoleTable";

type TableSettings = { hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** The hidden columns and the widths of the others, stored on this device. */
export function useTable() {
  const [look, setLook] = useState(stored);

  function keep(next: TableSettings) {
    setLook(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Blocked or full storage: the settings hold for this page only.
    }
  }

  return {
    columns: COLUMNS.filter(({ name }) => !look.hidden.includes(name)),
    isHidden: (name: string) => look.hidden.includes(name),
    show: (name: string, shown: boolean) =>
      keep({
        ...look,
        hidden: [...look.hidden.filter((other) => other !== name), ...(shown ? [] : [name])],
      }),
    widthOf: (name: string, initial: number) => look.widths[name] ?? initial,
    widen: (name: string, width: number) =>
      keep({ ...look, widths: { ...look.widths, [name]: width } }),
  };
}

function stored(): TableSettings {
  const none: TableSettings = { hidden: [], widths: {} };
  try {
    return {
      ...none,
      ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<TableSettings>),
    };
  } catch {
    return none;
  }
}
