/** How the console looks on this device, which a person chooses once. */
import { useCallback, useSyncExternalStore } from "react";
import { readSetting, storeSetting } from "@/console/local-settings";
import { Store, useStore } from "@/store";

/** The local storage key of these choices. */
const KEY = "consoleLook";

type Look = {
  /** Whether the rail shows icons only. */
  readonly folded: boolean;
  /** Whether rows are tall. */
  readonly roomy: boolean;
};

const INITIAL: Look = { folded: false, roomy: false };

const look = new Store<Look>(readSetting(KEY, parse, INITIAL));

export function useLook(): Look {
  return useStore(look);
}

export function changeLook(change: Partial<Look>) {
  look.set({ ...look.get(), ...change });
  storeSetting(KEY, JSON.stringify(look.get()));
}

/** The height of a row in CSS pixels. On a phone, where rows are touched, they are tall. */
export function useRowHeight(): 36 | 48 {
  const isPhone = !useMedia(WIDE);
  return useLook().roomy || isPhone ? 48 : 36;
}

/** Where there is room for the rail: a phone that is held sideways is wide, and not high. */
export const WIDE = "(width >= 760px) and (height >= 25rem)";

/** Whether a media query matches now, such as `(width >= 760px)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function parse(text: string): Look {
  return { ...INITIAL, ...(JSON.parse(text) as Partial<Look>) };
}
