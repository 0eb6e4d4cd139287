import { lazy, Suspense, useEffect, useState } from "react";
import { type Command, commandsAtHand, isDialogOpen } from "@/console/keys";
import type { Viewer } from "@/console/server";
import { ErrorBoundary } from "@/console/parts/error-boundary";
import { Icon, Name } from "./icons";
import styles from "./shell.module.css";

const Palette = lazy(() => import("@/console/palette/palette"));

const isMac = navigator.platform.startsWith("Mac");

/** The button and the keys that open the palette, which is fetched then. */
export function Find({ viewer }: { viewer: Viewer }) {
  const [commands, setCommands] = useState<readonly Command[]>();
  const open = () => setCommands(commandsAtHand());

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key !== "k" || (isMac ? !metaKey || ctrlKey : !ctrlKey || metaKey)) return;
      if (shiftKey || altKey) return;
      // The browser has other plans with it.
      event.preventDefault();
      if (!isDialogOpen()) setCommands(commandsAtHand());
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        title="Find a person, a screen or a command"
        onClick={open}
      >
        <Icon name="find" />
        <Name>Find</Name>
        <kbd className={styles.shortcut} aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </kbd>
      </button>
      {commands && (
        <ErrorBoundary>
          <Suspense fallback={<HeldKeys />}>
            <Palette viewer={viewer} commands={commands} onClose={() => setCommands(undefined)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** While the palette is fetched, what somebody types for it is no command of the screen. */
function HeldKeys() {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => event.preventDefault();
    document.addEventListener("keydown", hold, { capture: true });
    return () => document.removeEventListener("keydown", hold, { capture: true });
  }, []);
  return null;
}
