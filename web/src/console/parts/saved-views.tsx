import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { TextField } from "@/components/fields/field";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { RowButton } from "./buttons";
import styles from "@/console/console.module.css";

/** The local storage key of the saved views. */
const KEY = "consoleViews";

/** An address with a name. */
type View = { readonly name: string; readonly address: string };

/** The saved views of a screen, with a button to save the present one. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const [views, setViews] = useState(stored);
  const [naming, setNaming] = useState(false);
  const address = pathname + search;
  const here = views.filter((view) => view.address.split("?")[0] === pathname);
  const current = here.find((view) => view.address === address);

  function keep(next: readonly View[]) {
    setViews(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Blocked or full storage: the views are kept for this page only.
    }
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
          onClick={() => keep(views.filter((view) => view !== current))}
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
            keep([...views, { name: name.trim(), address }]);
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

const SAVED = {
  title: "View Saved",
  description: "You will find it above the list, on this device.",
  variant: "default",
} as const;

function stored(): readonly View[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: Partial<View> | null): value is View {
  return typeof value?.name === "string" && typeof value.address === "string";
}
