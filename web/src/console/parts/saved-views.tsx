import type { SharedView, SharedViews } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { Check } from "@/components/fields/checks";
import { TextField } from "@/components/fields/field";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { RowActionButton, RowButton } from "./buttons";
import { staffName } from "./formats";
import { readSetting, storeSetting } from "@/console/local-settings";
import {
  fetchJson,
  may,
  remove,
  sendWrite,
  success,
  useColleagues,
  useViewer,
} from "@/console/server";
import styles from "@/console/console.module.css";

/** The local storage key of the views that are kept on this device. */
const KEY = "consoleViews";

/** An address with a name. */
type View = { readonly name: string; readonly address: string };

/** The saved views of a screen, those of this device and those of the team, with a button to save one. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const { data: colleagues } = useColleagues();
  const [own, setOwn] = useState(() => readSetting(KEY, parseViews, []));
  const { data: team } = useQuery({
    queryKey: ["views"],
    queryFn: async () => (await fetchJson<SharedViews>("/views")).views,
  });
  const [naming, setNaming] = useState(false);
  const address = pathname + search;
  const isHere = (view: View) => view.address.split("?")[0] === pathname;
  const here = own.filter(isHere);
  const shared = (team ?? []).filter(isHere);
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
        <RowActionButton
          label="Remove this view for all"
          about={currentShared.name}
          action={() =>
            remove(`/views/${currentShared.id}`, "View Removed", "Nobody sees it any more.")
          }
        />
      )}
      {naming && (
        <SaveView
          address={address}
          keep={(view) => keep([...own, view])}
          onClose={() => setNaming(false)}
        />
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

type SaveProps = { address: string; keep: (view: View) => void; onClose: () => void };

/** Asks for the name of a view, and who is to see it. */
function SaveView({ address, keep, onClose }: SaveProps) {
  const { data: viewer } = useViewer();
  const [isShared, setShared] = useState(false);
  const mayShare = viewer && may(viewer, "handle");
  return (
    <FormDialog
      title="Save this view"
      explanation="Give the current filters and order a name. What you search for is not saved."
      button="Save"
      initial={{ name: "" }}
      deliver={async ({ name }) => {
        if (!name.trim()) return refused("name", "Enter a name.");
        const view = { name: name.trim(), address };
        if (isShared) {
          if (digits(view.name) > CONSOLE_LIMITS.tokenNameDigitsMax) return TOO_MANY_DIGITS;
          return sendWrite<SharedView>(
            "/views",
            { value: view },
            ({ queryKey: [of] }) => of === "views",
          );
        }
        keep(view);
        return { outcome: "accepted", notice: SAVED };
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField label="Name" maxLength={CONSOLE_LIMITS.nameMax} {...field("name")} />
          {mayShare && (
            <Check label="Share it with the team" checked={isShared} onChange={setShared} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** As the server counts them: a sign such as ⑫ may stand for three. */
const digits = (text: string) =>
  (text.match(/\p{N}/gu) ?? []).reduce((sum, sign) => sum + (/\p{Nd}/u.test(sign) ? 1 : 3), 0);

const TOO_MANY_DIGITS = refused(
  "name",
  `Use ${CONSOLE_LIMITS.tokenNameDigitsMax} digits at most: no number of anybody’s.`,
);

const SAVED = success("View Saved", "You will find it above the list, on this device.");

function parseViews(text: string): readonly View[] {
  const views: unknown = JSON.parse(text);
  return Array.isArray(views) ? views.filter(isView) : [];
}

function isView(value: Partial<View> | null): value is View {
  return typeof value?.name === "string" && typeof value.address === "string";
}
