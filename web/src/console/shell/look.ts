/** How the console looks on this device, which a person chooses once. */
import { readSetting, storeSetting } from "@/console/local-settings";
import { Store, useStore } from "@/store";

/** The local storage key of these choices. */
const KEY = "consoleLook";

type Look = {
  /** Whether the rail shows icons only. */
  readonly folded: boolean;
};

const INITIAL: Look = { folded: false };

const look = new Store<Look>(readSetting(KEY, parse, INITIAL));

export function useLook(): Look {
  return useStore(look);
}

export function changeLook(change: Partial<Look>) {
  look.set({ ...look.get(), ...change });
  storeSetting(KEY, JSON.stringify(look.get()));
}

function parse(text: string): Look {
  return { ...INITIAL, ...(JSON.parse(text) as Partial<Look>) };
}
