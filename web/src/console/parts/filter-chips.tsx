/** The filters in use, as chips in a row, and the choice of another one. */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useCloseRequest } from "@/components/dialog/use-close-request";
import { TextField } from "@/components/fields/field";
import { useReturnedFocus } from "@/components/focus";
import { Button } from "@/components/button/button";
import { SmallButton } from "./buttons";
import { commonPeriods, type Days, periodLabel } from "./periods";
import { type Filter, useFilters } from "./use-filters";
import styles from "./filters.module.css";

/** A filter that may be added: one of some values, or a period. */
export type Offered =
  | {
      readonly name: Exclude<Filter, "q" | "from" | "to" | "sort">;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly name: "period"; readonly label: string };

/** The place of the choice that no chip has opened. */
const ADDING = "add";

export function FilterChips({ offered }: { offered: readonly Offered[] }) {
  const filters = useFilters();
  const days = { from: filters.get("from"), to: filters.get("to") };
  const add = useRef<HTMLButtonElement>(null);
  /** Which button has opened the choice. */
  const [opener, setOpener] = useState<string>();
  const toggle = (by: string) => setOpener(opener === by ? undefined : by);
  const close = () => setOpener(undefined);

  /** What a filter is set to; empty if it is not in use. */
  function valueOf(filter: Offered): string {
    if (filter.name === "period") return days.from || days.to ? periodLabel(days) : "";
    const value = filters.get(filter.name);
    return filter.options.find((option) => option.value === value)?.label ?? value;
  }

  function remove({ name }: Offered) {
    // The button that was pressed goes with its chip.
    add.current?.focus();
    close();
    if (name === "period") filters.setPeriod({ from: "", to: "" });
    else filters.set(name, "");
  }

  const choice = (filter?: Offered) => (
    <Choice offered={offered} first={filter} days={days} valueOf={valueOf} onClose={close} />
  );
  return (
    <ul className={styles.chips} aria-label="Filters">
      {offered.map((filter) => {
        const { name, label } = filter;
        const value = valueOf(filter);
        if (!value) return null;
        return (
          <li key={name} className={styles.chip}>
            <button type="button" aria-expanded={opener === name} onClick={() => toggle(name)}>
              {label}: <b>{value}</b>
            </button>
            <button
              type="button"
              aria-label={`Remove ${label}: ${value}`}
              title="Remove"
              onClick={() => remove(filter)}
            >
              <span aria-hidden="true">×</span>
            </button>
            {opener === name && choice(filter)}
          </li>
        );
      })}
      <li>
        <SmallButton ref={add} aria-expanded={opener === ADDING} onClick={() => toggle(ADDING)}>
          Add filter
        </SmallButton>
        {opener === ADDING && choice()}
      </li>
    </ul>
  );
}

type ChoiceProps = {
  offered: readonly Offered[];
  /** The filter whose values are offered; undefined to choose the filter first. */
  first: Offered | undefined;
  days: Days;
  valueOf: (filter: Offered) => string;
  onClose: () => void;
};

function Choice({ offered, first, days, valueOf, onClose }: ChoiceProps) {
  const filters = useFilters();
  const [filter, setFilter] = useState(first);
  useReturnedFocus();
  if (!filter) {
    return (
      <Popup label="Add filter" onClose={onClose}>
        {offered.map((one) => (
          <Option key={one.name} onClick={() => setFilter(one)}>
            {one.label}
            {valueOf(one) && <small>{valueOf(one)}</small>}
          </Option>
        ))}
      </Popup>
    );
  }
  const { name, label } = filter;
  if (name === "period") {
    const choose = (chosen: Days) => {
      filters.setPeriod(chosen);
      onClose();
    };
    return (
      <Popup key={name} label={label} onClose={onClose}>
        {commonPeriods().map((period) => (
          <Option
            key={period.label}
            isChosen={periodLabel(days) === period.label}
            onClick={() => choose(period.days)}
          >
            {period.label}
          </Option>
        ))}
        <DaysForm days={days} onChosen={choose} />
      </Popup>
    );
  }
  return (
    <Popup key={name} label={label} onClose={onClose}>
      {filter.options.map((option) => (
        <Option
          key={option.value}
          isChosen={filters.get(name) === option.value}
          onClick={() => {
            filters.set(name, option.value);
            onClose();
          }}
        >
          {option.label}
        </Option>
      ))}
    </Popup>
  );
}

type OptionProps = { isChosen?: boolean; onClick: () => void; children: ReactNode };

function Option({ isChosen = false, onClick, children }: OptionProps) {
  return (
    <button type="button" aria-current={isChosen || undefined} onClick={onClick}>
      {children}
      {isChosen && <span aria-hidden="true">✓</span>}
    </button>
  );
}

type DaysFormProps = { days: Days; onChosen: (days: Days) => void };

/** Any other period. It applies when both days are there, not while one is being typed. */
function DaysForm({ days, onChosen }: DaysFormProps) {
  const [{ from, to }, setDays] = useState(days);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChosen({ from, to });
      }}
    >
      <TextField
        type="date"
        label="From"
        value={from}
        onChange={({ target }) => setDays({ from: target.value, to })}
      />
      <TextField
        type="date"
        label="To"
        value={to}
        onChange={({ target }) => setDays({ from, to: target.value })}
      />
      <Button type="submit">Show</Button>
    </form>
  );
}

type PopupProps = { label: string; onClose: () => void; children: ReactNode };

/** A small dialog under the button that opened it. The arrow keys move in it. */
function Popup({ label, onClose, children }: PopupProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseRequest(onClose);
  useLayoutEffect(() => {
    const { current } = dialog;
    (
      current?.querySelector<HTMLElement>("[aria-current]") ?? current?.querySelector("button")
    )?.focus();
  }, []);
  useEffect(() => {
    // The button that opened it is beside it, and closes it itself.
    function onElsewhere({ target }: Event) {
      const place = dialog.current?.parentElement;
      if (place && !place.contains(target as Node)) onClose();
    }
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  });

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(dialog.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    buttons[at + by]?.focus();
  }

  return (
    <dialog open ref={dialog} className={styles.popup} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </dialog>
  );
}
