import { useState } from "react";
import { NavLink } from "react-router-dom";
import { Dialog } from "@/components/dialog/dialog";
import { navigationOf } from "@/console/screens";
import type { Viewer } from "@/console/server";
import { nameOf, Own } from "./account";
import { Count } from "./count";
import { Icon } from "./icons";
import styles from "./shell.module.css";

/** The screens that are used most, the first four of which fit into the bar. */
const MOST_USED: readonly string[] = ["/inbox", "/referrals", "/messages", "/reports", "/board"];
const IN_BAR = 4;

/** The navigation under the thumb: the four screens that are used most, and the others. */
export function PhoneBar({ viewer }: { viewer: Viewer }) {
  const [open, setOpen] = useState(false);
  const all = navigationOf(viewer).flatMap(({ screens }) => screens);
  const first = MOST_USED.flatMap((path) => all.find((screen) => screen.path === path) ?? []);
  const inBar = first.slice(0, IN_BAR);
  const others = all.filter((screen) => !inBar.includes(screen));
  const close = () => setOpen(false);
  return (
    <>
      <nav aria-label="Console" className={styles.phoneBar} data-bar="">
        <ul>
          {inBar.map(({ path, label, icon, count }) => (
            <li key={path}>
              <NavLink to={path}>
                <Icon name={icon} />
                <span>{label}</span>
                {count && <Count of={count} />}
              </NavLink>
            </li>
          ))}
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Icon name="more" />
              <span>More</span>
            </button>
          </li>
        </ul>
      </nav>
      {open && (
        <Dialog title="More" description={nameOf(viewer)} onClose={close}>
          <ul className={styles.others}>
            {others.map(({ path, label, icon, count }) => (
              <li key={path}>
                <NavLink to={path} className={styles.item ?? ""} onClick={close}>
                  <Icon name={icon} />
                  <span className={styles.name}>{label}</span>
                  {count && <Count of={count} />}
                </NavLink>
              </li>
            ))}
          </ul>
          <Own onLeave={close} />
        </Dialog>
      )}
    </>
  );
}
