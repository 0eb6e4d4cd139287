import { useState } from "react";
import { Link } from "react-router-dom";
import { ActionButton } from "@/console/parts/buttons";
import { Dialog } from "@/components/dialog/dialog";
import { SchemeSwitch } from "@/components/scheme-switch/scheme-switch";
import { Check } from "@/components/fields/checks";
import { changeLook, useLook } from "@/console/look";
import { roleLabel } from "@/console/parts/formats";
import { logOut, type Viewer } from "@/console/server";
import { Name } from "./icons";
import styles from "./shell.module.css";

/** The name of whoever is logged in. */
export const nameOf = ({ staff, user }: Viewer) => staff?.name ?? user?.name ?? "";

/** Who is logged in. It opens what everybody may choose for themselves. */
export function Account({ viewer }: { viewer: Viewer }) {
  const [open, setOpen] = useState(false);
  const name = nameOf(viewer);
  const role = roleLabel(viewer.staff?.role ?? "");
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={styles.item} title={name} onClick={() => setOpen(true)}>
        <span className={styles.initials} aria-hidden="true">
          {initials(name)}
        </span>
        <Name>
          {name}
          <small>{role}</small>
        </Name>
      </button>
      {open && (
        <Dialog title={name} description={role} onClose={close}>
          <Own onLeave={close} />
        </Dialog>
      )}
    </>
  );
}

/** How the console looks, one's own login, and the way out. */
export function Own({ onLeave }: { onLeave: () => void }) {
  const { roomy } = useLook();
  return (
    <div className={styles.choices}>
      <div ref={showScheme}>
        <SchemeSwitch />
      </div>
      <Check
        label="Tall rows"
        checked={roomy}
        onChange={(wanted) => changeLook({ roomy: wanted })}
      />
      <ul>
        <li>
          <Link to="/staff?tab=own" onClick={onLeave}>
            My account
          </Link>
        </li>
      </ul>
      <ActionButton action={logOut}>Log out</ActionButton>
    </div>
  );
}

/** The switch is drawn anew each time, after the stored choice was applied to the page. */
function showScheme(switched: HTMLElement | null) {
  const scheme = document.documentElement.dataset["scheme"] ?? "system";
  const radio = switched?.querySelector<HTMLInputElement>(`input[value="${scheme}"]`);
  if (radio) radio.checked = true;
}

/** The first letters of the first and the last name. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0] ?? "").join("");
}
