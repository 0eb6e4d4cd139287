import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Dialog } from "@/components/dialog/dialog";
import { Check } from "@/components/fields/checks";
import { isComposing } from "@/components/is-composing";
import { useHeldKey } from "./held-key";
import { readSetting, storeSetting } from "./local-settings";
import styles from "./console.module.css";

/** The local storage key that says that shortcuts are switched off. */
const SWITCHED_OFF = "consoleKeysOff";

/** For each key, a label and an action. A letter with Shift is in upper case. */
export type Keys = Readonly<Record<string, readonly [label: string, run: () => void]>>;

export type Command = { readonly key: string; readonly label: string; readonly run: () => void };

/** The shortcuts of everything on the screen. Those of `first` act where others have the same key. */
const active = { first: new Set<RefObject<Keys>>(), others: new Set<RefObject<Keys>>() };

/**
 * Activates shortcuts while the component is on the screen, unless the user types, a dialog is
 * open, or shortcuts are switched off.
 */
export function useKeys(keys: Keys, { first = false } = {}) {
  const latest = useRef(keys);
  // In the layout effect, so that a key acts on what the screen shows. Other effects run later, and
  // a key in between would act on an older list, or on none.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const own = first ? active.first : active.others;
    own.add(latest);
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isComposing(event) || isTyping(event.target) || isDialogOpen() || areOff()) return;
      const key = latest.current[event.key];
      if (!key) return;
      event.preventDefault();
      key[1]();
    }
    document.addEventListener("keydown", onKeyDown, first);
    return () => {
      own.delete(latest);
      document.removeEventListener("keydown", onKeyDown, first);
    };
  }, [first]);
}

/** What the keys do on this screen. If two parts have the same key, the first one acts. */
export function commandsAtHand(): Command[] {
  const found = new Map<string, Command>();
  for (const keys of [...active.first, ...active.others]) {
    for (const [key, [label]] of Object.entries(keys.current)) {
      // What it does then may be something else by now.
      const run = () => keys.current[key]?.[1]();
      if (!found.has(key)) found.set(key, { key, label, run });
    }
  }
  return [...found.values()];
}

/** A key as it is written on a keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className={styles.key}>{/^[A-Z]$/.test(name) ? `Shift ${name.toLowerCase()}` : name}</kbd>
  );
}

type HelpProps = { className?: string | undefined; children?: ReactNode };

/** The button that lists the shortcuts and lets people switch them off. */
export function KeyHelp({ className, children = "Keyboard" }: HelpProps) {
  const [open, setOpen] = useState(false);
  const [off, setOff] = useState(areOff);
  useHeldKey();
  useKeys({ "?": ["Show the keys", () => setOpen(true)] });

  function switchOff(wanted: boolean) {
    setOff(wanted);
    storeSetting(SWITCHED_OFF, wanted ? "yes" : undefined);
  }

  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && (
        <Dialog
          title="Keyboard"
          description="Single keys work unless you are typing."
          onClose={() => setOpen(false)}
        >
          <dl className={styles.keys}>
            {commandsAtHand().map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <Key name={key} />
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <Check label="Use these keys" checked={!off} onChange={(used) => switchOff(!used)} />
        </Dialog>
      )}
    </>
  );
}

function areOff(): boolean {
  return readSetting(SWITCHED_OFF, () => true, false);
}

export function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const types = ["checkbox", "radio", "button", "submit"];
  if (target instanceof HTMLInputElement) return !types.includes(target.type);
  return target.matches("textarea, select, [contenteditable]");
}
