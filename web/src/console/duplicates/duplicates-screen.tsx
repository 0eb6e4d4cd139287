import { CONSOLE_LIMITS } from "@bindings/staff";
import type { Credited, DuplicatePair, Duplicates, HostedReferral } from "@bindings";
import { useEffect, useRef, useState } from "react";
import { Check } from "@/components/fields/checks";
import { SelectField, TextAreaField } from "@/components/fields/field";
import { ActionButton, SmallButton } from "@/console/parts/buttons";
import { FormDialog } from "@/components/dialog/form-dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { BatchOutcome, type Item } from "@/console/parts/batch";
import { ReferralDialog } from "@/console/parts/command-dialog";
import { counted } from "@/console/parts/formats";
import { Listing } from "@/console/parts/listing";
import { Tabs, useTab } from "@/console/parts/tabs";
import { usePages } from "@/console/parts/use-pages";
import { isOpen } from "@/console/programme";
import { may, type ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import {
  type Choice,
  confirmed,
  CREDITED,
  decide,
  decideAll,
  keyOf,
  PAIRS_AT_ONCE,
} from "./decisions";
import { Pair } from "./pair";
import styles from "./duplicates.module.css";

const TABS = [
  { value: "open", label: "To decide" },
  { value: "decided", label: "Decided" },
] as const;

const WHY: Record<DuplicatePair["why"], string> = {
  rule: "the first counts",
  closed: "the other one was declined or withdrawn",
  expired: "the other one had been waiting too long when this one came in",
  decided: "a colleague decided so",
};

/** What is being decided in the dialog: one pair, or all that are selected. */
type Open = { readonly pair?: DuplicatePair };

/** Pairs of referrals of the same number, with who is credited and why. */
export default function DuplicatesScreen({ viewer }: ScreenProps) {
  const tab = useTab(TABS);
  const list = usePages<Duplicates>(`/duplicates?state=${tab}`);
  const pairs = list.pages.flatMap((page) => page.pairs);
  const [deciding, setDeciding] = useState<Open>();
  const [closing, setClosing] = useState<HostedReferral>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [items, setItems] = useState<readonly Item[]>();
  /** What was done before a part of the selection failed: all of it is undone together. */
  const unfinished = useRef<readonly Item[]>([]);
  const outcome = useRef<HTMLDivElement>(null);
  const mayDecide = may(viewer, "award");
  const chosen = pairs.filter((pair) => selected.has(keyOf(pair)));
  const selectable = pairs.slice(0, PAIRS_AT_ONCE);
  const hasAll = selectable.length > 0 && chosen.length >= selectable.length;

  // What was decided leaves the list, and its buttons with it.
  useEffect(() => {
    const hasLeft = items && !deciding && document.activeElement === document.body;
    if (hasLeft) outcome.current?.focus();
  }, [items, deciding]);

  function select(pair: DuplicatePair, isSelected: boolean) {
    const next = new Set(chosen.map(keyOf));
    if (isSelected) next.add(keyOf(pair));
    else next.delete(keyOf(pair));
    setSelected(next);
  }

  /** Decides on all that are selected. Those that are refused, or not sent because a request failed, stay so. */
  async function decideChosen(choice: Choice): Promise<FormOutcome> {
    let done = unfinished.current;
    const reply = await decideAll(chosen, choice, (sent) => {
      done = [...unfinished.current, ...sent];
    });
    unfinished.current = reply.outcome === "accepted" ? [] : done;
    const left = new Set(chosen.map(keyOf));
    for (const { key, state } of done) if (state !== "refused") left.delete(key);
    setSelected(left);
    if (done.length > 0) setItems(done);
    return reply;
  }

  return (
    <>
      <title>Duplicates – Console</title>
      <h1>Duplicates</h1>
      <Tabs label="Duplicates" tabs={TABS} current={tab} />
      {items && (
        <BatchOutcome
          ref={outcome}
          items={items}
          listed={pairs.flatMap(({ earlier, later }) => [earlier, later])}
          change={setItems}
        />
      )}
      {mayDecide && pairs.length > 1 && (
        <fieldset className={shared.batch}>
          <legend className="visually-hidden">Several pairs</legend>
          <Check
            label={
              pairs.length > PAIRS_AT_ONCE
                ? `Select the first ${PAIRS_AT_ONCE}`
                : `Select all ${pairs.length} shown`
            }
            checked={hasAll}
            onChange={() => setSelected(new Set(hasAll ? [] : selectable.map(keyOf)))}
          />
          <p aria-live="polite">
            {chosen.length > 0 && `${counted(chosen.length, "pair")} selected`}
          </p>
          {chosen.length > 0 && (
            <>
              {tab === "open" && (
                <ActionButton action={() => decideChosen(confirmed)}>Confirm selected</ActionButton>
              )}
              <SmallButton onClick={() => setDeciding({})}>Choose for selected…</SmallButton>
              <SmallButton onClick={() => setSelected(new Set())}>Clear</SmallButton>
            </>
          )}
        </fieldset>
      )}
      <Listing
        list={list}
        count={pairs.length}
        empty={
          tab === "open"
            ? "Nothing to decide. A number that is referred a second time appears here."
            : "Nothing has been decided yet. Pairs move here from To decide when somebody has decided."
        }
        more="Show more"
      >
        <ol className={styles.pairs}>
          {pairs.map((pair) => {
            const name = pair.later.referral.referredName;
            const isSelected = selected.has(keyOf(pair));
            return (
              <li key={keyOf(pair)} aria-label={name}>
                <Pair pair={pair} />
                <div className={styles.credited}>
                  <p>
                    Points go to <strong>{labelOf(pair.credited)}</strong> ({WHY[pair.why]}).
                  </p>
                  {mayDecide && (
                    <div className={shared.actions}>
                      {pairs.length > 1 && (
                        <Check
                          label={
                            <>
                              Select<span className="visually-hidden"> {name}</span>
                            </>
                          }
                          checked={isSelected}
                          disabled={!isSelected && chosen.length >= PAIRS_AT_ONCE}
                          onChange={(checked) => select(pair, checked)}
                        />
                      )}
                      {tab === "open" && (
                        <ActionButton
                          aria-label={`Confirm for ${name}`}
                          action={() => decide(pair, confirmed)}
                        >
                          Confirm
                        </ActionButton>
                      )}
                      <SmallButton
                        aria-label={`Choose someone else for ${name}`}
                        onClick={() => setDeciding({ pair })}
                      >
                        Choose someone else…
                      </SmallButton>
                      {isOpen(pair.later) && (
                        <SmallButton
                          aria-label={`Close the later one of ${name}`}
                          onClick={() => setClosing(pair.later)}
                        >
                          Close the later one…
                        </SmallButton>
                      )}
                    </div>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </Listing>
      {closing && (
        <ReferralDialog
          dialog={{ referral: closing, choice: { kind: "decline", reason: "duplicate" } }}
          onClose={() => setClosing(undefined)}
        />
      )}
      {deciding && (
        <FormDialog
          title={
            deciding.pair
              ? "Who gets the points"
              : `Who gets the points: ${counted(chosen.length, "pair")}`
          }
          explanation="Your decision overrides the rule. It can be undone from either referral."
          button="Decide"
          initial={{ credited: deciding.pair?.credited ?? "earlier", note: "" }}
          deliver={({ credited, note }) => {
            const choice: Choice = () => ({ credited: credited as Credited, note });
            return deciding.pair ? decide(deciding.pair, choice) : decideChosen(choice);
          }}
          onClose={() => setDeciding(undefined)}
        >
          {(field) => (
            <>
              <SelectField label="Points go to" options={CREDITED} {...field("credited")} />
              <TextAreaField
                label="Note"
                rows={3}
                maxLength={CONSOLE_LIMITS.noteMax}
                {...field("note")}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}

const labelOf = (credited: Credited) =>
  (CREDITED.find(({ value }) => value === credited)?.label ?? credited).toLowerCase();
