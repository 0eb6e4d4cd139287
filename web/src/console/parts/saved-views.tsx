import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { TextField } from "@/components/fields/field";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { RowButton } from "./buttons";
import { readSetting, storeSetting } from "@/console/local-settings";
import { success } from "@/console/server";
import styles from "@/console/console.module.css";

/** The local storage key of the saved views. */
const KEY = "consoleViews";

/** An address with a name. */
type View = { readonly name: string; readonly address: string };

/** The saved views of a screen, with a button to save the present one. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const [views, setViews] = useState(() => readSetting(KEY, parseViews, []));
  const [naming, setNaming] = useState(false);
  const address = pathname + search;
  const here = views.filter((view) => view.address.split("?")[0] === pathname);
  const current = here.find((view) => view.address === address);

  function change(next: readonly View[]) {
    setViews(next);
    storeSetting(KEY, JSON.stringify(next));
  }

  if (here.length === 0 && !search) return null;
  return (
    <nav aria-label="Saved views" className={styles.views}>
      {here.map(({ name, address: to }) => (
        <Link key={to} to={to} aria-current={to === address ? "page" : undefined}>
          {name}
        </Link>
      ))}
      {search && !current && <RowButton label="Save this view…" onClick={() => setNaming(true)} />}
      {current && (
        <RowButton
          label="Forget this view"
          about={current.name}
          onClick={() => change(views.filter((view) => view !== current))}
        />
      )}
      {naming && (
        <FormDialog
          title="Save this view"
          explanation="Give the current filters and order a name. It is kept on this device."
          button="Save"
          initial={{ name: "" }}
          deliver={async ({ name }) => {
            if (!name.trim()) return refused("name", "Enter a name.");
            change([...views, { name: name.trim(), address }]);
            return { outcome: "accepted", notice: SAVED };
          }}
          onClose={() => setNaming(false)}
        >
          {(field) => <TextField label="Name" maxLength={40} {...field("name")} />}
        </FormDialog>
      )}
    </nav>
  );
}

const SAVED = success("View Saved", "You will find it above the list, on this device.");

function parseViews(text: string): readonly View[] {
  const views: unknown = JSON.parse(text);
  return Array.isArray(views) ? views.filter(isView) : [];
}

function isView(value: Partial<View> | null): value is View {
  return typeof value?.name === "string" && typeof value.address === "string";
}
