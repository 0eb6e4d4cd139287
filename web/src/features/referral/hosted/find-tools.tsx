import { type ReferralQuery, SERVICE_OPTIONS, type Sort } from "@bindings";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import { SelectField, TextField } from "@/components/fields/field";
import type { HostedActions } from "@/programme/programme";
import { notifyFailure } from "../programme";
import styles from "../referral.module.css";

/** How long to wait for the next key before searching, in milliseconds. */
const PAUSE_MS = 250;

const ALL = { value: "", label: "All" };
const STATUSES = [ALL, ...["Pending", "Successful"].map((value) => ({ value, label: value }))];
const SERVICES = [ALL, ...SERVICE_OPTIONS];
const SORTS: readonly { value: Sort; label: string }[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "points", label: "Most points first" },
];

type Props = {
  /** The filters of the shown list. */
  find: ReferralQuery;
  /** How many referrals are shown. */
  found: number;
  more: boolean;
  actions: HostedActions;
};

/** Search, filters and order of the list. */
export function FindTools({ find, found, more, actions }: Props) {
  const search = useRef<HTMLInputElement>(null);
  /** A timer that runs out when nothing was typed for a while. */
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wanted, setWanted] = useState(find);
  const [asked, setAsked] = useState(find);

  // The fields are emptied after a reset or a new login.
  if (asked !== find) {
    setAsked(find);
    if (!isLooking(find)) setWanted(find);
  }

  function choose(change: Partial<ReferralQuery>, pause = 0) {
    const next = { ...wanted, ...change };
    setWanted(next);
    clearTimeout(soon.current);
    soon.current = setTimeout(() => void notifyFailure(actions.find(next)), pause);
  }

  useEffect(() => () => clearTimeout(soon.current), []);

  function clear() {
    choose({ search: "", status: "", service: "" });
    // The button disappears when there is nothing to clear.
    search.current?.focus();
  }

  return (
    <search className={styles.group}>
      <TextField
        ref={search}
        type="search"
        label="Search"
        placeholder="Name, number or notes"
        autoComplete="off"
        value={wanted.search ?? ""}
        onChange={({ target }) => choose({ search: target.value }, PAUSE_MS)}
      />
      <SelectField
        label="Status"
        options={STATUSES}
        value={wanted.status ?? ""}
        onChange={({ target }) => choose({ status: target.value })}
      />
      <SelectField
        label="Service"
        options={SERVICES}
        value={wanted.service ?? ""}
        onChange={({ target }) => choose({ service: target.value })}
      />
      <SelectField
        label="Order"
        options={SORTS}
        value={wanted.sort ?? "newest"}
        onChange={({ target }) => choose({ sort: target.value as Sort })}
      />
      <div className={classNames(styles.ways, styles.wide)}>
        <output>{isLooking(find) && countLine(found, more)}</output>
        {isLooking(find) && (
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

/** Whether the list is filtered. */
export function isLooking({ search, status, service }: ReferralQuery): boolean {
  return Boolean(search?.trim() || status || service);
}

function countLine(found: number, more: boolean): string {
  if (found === 0) return "No referrals match.";
  if (more) return `Showing the first ${found} matches.`;
  return found === 1 ? "1 referral matches." : `${found} referrals match.`;
}
