import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { classNames } from "@/components/class-names";
import { site } from "@/content/generated/site";
import { KeyHelp } from "@/console/keys";
import { useMedia, useRowHeight, WIDE } from "@/console/look";
import type { Viewer } from "@/console/server";
import { paths } from "@/paths";
import { Find } from "./find";
import { Icon } from "./icons";
import { PhoneBar } from "./phone-bar";
import { Rail } from "./rail";
import styles from "./shell.module.css";

type Props = {
  viewer: Viewer;
  /** What is shown, by a name: when another comes, it is read from its beginning. */
  screen: string;
  children: ReactNode;
};

/** The navigation around the screens: a rail, or a bar at the bottom on phones. */
export function Shell({ viewer, screen, children }: Props) {
  const hasRail = useMedia(WIDE);
  const main = useRef<HTMLElement>(null);
  useFocusMain(main, screen);
  return (
    <div className={styles.shell} data-roomy={useRowHeight() === 48 || undefined}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      {hasRail ? (
        <Rail viewer={viewer} />
      ) : (
        <header className={styles.phoneTop}>
          <a href={paths.home} className={styles.company}>
            {site.name}
          </a>
          <Find viewer={viewer} />
          <KeyHelp className={classNames(styles.item, styles.keys)}>
            <Icon name="keyboard" />
            <span className="visually-hidden">Keyboard</span>
          </KeyHelp>
        </header>
      )}
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {!hasRail && <PhoneBar viewer={viewer} />}
    </div>
  );
}

/** Focuses a new screen, so that it is read from its beginning and scrolled by its keys. */
function useFocusMain(main: RefObject<HTMLElement | null>, screen: string) {
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
    // In a low window, all of it scrolls.
    scrollTo(0, 0);
  }, [main, screen]);
}
