import { useState } from "react";
import { readSetting, storeSetting } from "@/console/local-settings";
import { COLUMNS } from "./columns";

/** The local storage key of the table's settings. */
const KEY = "consoleTable";

type TableSettings = { hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** The hidden columns and the widths of the others, stored on this device. */
export function useTable() {
  const [settings, setSettings] = useState(stored);

  function change(next: TableSettings) {
    setSettings(next);
    storeSetting(KEY, JSON.stringify(next));
  }

  return {
    columns: COLUMNS.filter(({ name }) => !settings.hidden.includes(name)),
    isHidden: (name: string) => settings.hidden.includes(name),
    show: (name: string, shown: boolean) =>
      change({
        ...settings,
        hidden: [...settings.hidden.filter((other) => other !== name), ...(shown ? [] : [name])],
      }),
    widthOf: (name: string, initial: number) => settings.widths[name] ?? initial,
    widen: (name: string, width: number) =>
      change({ ...settings, widths: { ...settings.widths, [name]: width } }),
  };
}

const NONE: TableSettings = { hidden: [], widths: {} };

const stored = () =>
  readSetting(KEY, (text) => ({ ...NONE, ...(JSON.parse(text) as Partial<TableSettings>) }), NONE);
