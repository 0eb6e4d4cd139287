import type { SharedView, SharedViews } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { RowButton } from "./buttons";
import { staffName } from "./formats";
import { readSetting, storeSetting } from "@/console/local-settings";
import { fetchJson, useColleagues } from "@/console/server";
import styles from "@/console/console.module.css";

/** The local storage key of the views that are kept on this device. */
const KEY = "consoleViews";

/** An address with a name. */
export type View = { readonly name: string; readonly address: string };

const SaveView = lazy(() => import("./save-view"));
const RemoveView = lazy(() => import("./remove-view"));

/** The saved views of a screen, those of this device and those that are shared, with a button to save one. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const { data: colleagues } = useColleagues();
  const [own, setOwn] = useState(() => readSetting(KEY, parseViews, []));
  const { data: allShared } = useQuery({
    queryKey: ["views"],
    queryFn: async () => (await fetchJson<SharedViews>("/views")).views,
  });
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState<SharedView>();
  const address = pathname + search;
  const isHere = (view: View) => view.address.split("?")[0] === pathname;
  const here = own.filter(isHere);
  const shared = (allShared ?? []).filter(isHere);
  const current = here.find((view) => view.address === address);
  const currentShared = shared.find((view) => view.address === address);

  function keep(next: readonly View[]) {
    setOwn(next);
    storeSetting(KEY, JSON.stringify(next));
  }

  // The address of one referrer's referrals names a referral, which may be erased.
  const maySave = search && !/[?&]referrer=/.test(address);

  if (here.length === 0 && shared.length === 0 && !maySave) return null;
  return (
    <nav aria-label="Saved views" className={styles.views}>
      {here.map((view) => (
        <ViewLink key={view.address} view={view} address={address} />
      ))}
      {shared.map((view) => (
        <span key={view.id}>
          <ViewLink view={view} address={address} />{" "}
          <small>by {staffName(view.madeBy, colleagues)}</small>
        </span>
      ))}
      {maySave && !current && !currentShared && (
        <RowButton label="Save this view…" onClick={() => setNaming(true)} />
      )}
      {current && (
        <RowButton
          label="Forget this view"
          about={current.name}
          onClick={() => keep(own.filter((view) => view !== current))}
        />
      )}
      {currentShared?.removable && (
        <RowButton
          label="Remove this view for all…"
          about={currentShared.name}
          onClick={() => setRemoving(currentShared)}
        />
      )}
      {removing && (
        <Suspense>
          <RemoveView view={removing} onClose={() => setRemoving(undefined)} />
        </Suspense>
      )}
      {naming && (
        <Suspense>
          <SaveView
            address={address}
            keep={(view) => keep([...own, view])}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </nav>
  );
}

function ViewLink({ view: { name, address: to }, address }: { view: View; address: string }) {
  return (
    <Link to={to} aria-current={to === address ? "page" : undefined}>
      {name}
    </Link>
  );
}

function parseViews(text: string): readonly View[] {
  const views: unknown = JSON.parse(text);
  return Array.isArray(views) ? views.filter(isView) : [];
}

function isView(value: Partial<View> | null): value is View {
  return typeof value?.name === "string" && typeof value.address === "string";
}
