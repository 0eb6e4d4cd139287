import { type ReactNode, useId } from "react";
import { NavLink } from "react-router-dom";
import { site } from "@/content/generated/site";
import { KeyHelp } from "@/console/keys";
import { navigationOf } from "@/console/screens";
import type { Viewer } from "@/console/server";
import { paths } from "@/paths";
import { Account } from "./account";
import { Count } from "./count";
import { Find } from "./find";
import { Icon, Name } from "./icons";
import { changeLook, useLook } from "@/console/look";
import styles from "./shell.module.css";

/** The navigation at the left: groups of screens, which fold to their icons. */
export function Rail({ viewer }: { viewer: Viewer }) {
  const { folded } = useLook();
  return (
    <header className={styles.rail} data-folded={folded || undefined}>
      <div className={styles.top}>
        <a href={paths.home} className={styles.company}>
          {site.name}
        </a>
        <button
          type="button"
          className={styles.item}
          aria-expanded={!folded}
          aria-label="Names in the navigation"
          title={folded ? "Show names" : "Show icons only"}
          onClick={() => changeLook({ folded: !folded })}
        >
          <Icon name="fold" />
        </button>
      </div>
      <Find viewer={viewer} />
      <nav aria-label="Console">
        {navigationOf(viewer).map(({ label, screens }) => (
          <Group key={label} label={label}>
            {screens.map(({ path, label: name, icon, count }) => (
              <li key={path}>
                <NavLink to={path} className={styles.item ?? ""} title={folded ? name : undefined}>
                  <Icon name={icon} />
                  <Name>{name}</Name>
                  {count && <Count of={count} />}
                </NavLink>
              </li>
            ))}
          </Group>
        ))}
      </nav>
      <div className={styles.own}>
        <KeyHelp className={styles.item}>
          <Icon name="keyboard" />
          <Name>Keyboard</Name>
        </KeyHelp>
        <Account viewer={viewer} />
      </div>
    </header>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <p id={id} className={styles.group}>
        {label}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}
