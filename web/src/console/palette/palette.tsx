import type { HostedReferral } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router-dom";
import { CloseButton } from "@/components/close-button/close-button";
import { useCloseRequest } from "@/components/dialog/use-close-request";
import { useHeldPage } from "@/components/dialog/use-held-page";
import { useReturnedFocus } from "@/components/focus";
import { isComposing } from "@/components/is-composing";
import { noticeOf } from "@/api/requests";
import { TOUCH } from "@/components/touch";
import { useMedia } from "@/console/look";
import { Key, type Command } from "@/console/keys";
import { stageLabel } from "@/console/parts/formats";
import { navigationOf } from "@/console/screens";
import { referralPath, type Viewer } from "@/console/server";
import styles from "./palette.module.css";
import { usePeople } from "./use-people";

type Option = {
  readonly id: string;
  readonly words: ReactNode;
  /** What stands at the end of the row. */
  readonly note?: ReactNode;
  readonly run: () => void;
};

type Props = {
  viewer: Viewer;
  /** What the screen's keys do. */
  commands: readonly Command[];
  onClose: () => void;
};

/** Finds people, screens and the commands of this screen by what one types. */
export default function Palette({ viewer, commands, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string>();
  /** Whether Enter was pressed before anybody was found. */
  const goesOn = useRef(false);
  const text = typed.trim();
  const { people, hasMore, isSearching, error } = usePeople(text);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isTouched = useMedia(TOUCH);

  /** Runs it when the focus is back where it was. */
  const closeAnd = (run: () => void) => () => {
    onClose();
    setTimeout(run);
  };
  const goTo = (path: string) => closeAnd(() => void navigate(path));

  const screens = navigationOf(viewer).flatMap((group) => group.screens);
  const onScreen = {
    label: "On this screen",
    options: commands
      .filter(({ label }) => begins(label, text))
      .map(({ key, label, run }): Option => ({
        id: `key-${key}`,
        words: label,
        note: <Key name={key} />,
        run: closeAnd(run),
      })),
  };
  const found = [
    {
      label: "Screens",
      options: screens
        .filter(({ label }) => begins(label, text))
        .map(({ path, label }): Option => ({ id: path, words: label, run: goTo(path) })),
    },
    {
      label: "People",
      options: people.map((referral): Option => ({
        id: referral.key,
        words: <Person of={referral} />,
        note: `by ${referral.referral.referrerName}`,
        run: goTo(referralPath(referral)),
      })),
    },
  ];
  // People come after the commands, so that their late arrival moves nothing that one is about to
  // press. Whoever only touches has no keys for the commands, and looks for the others.
  const sections = (isTouched ? [...found, onScreen] : [onScreen, ...found]).filter(
    (section) => section.options.length > 0,
  );
  const options = sections.flatMap((section) => section.options);
  const place = options.findIndex((option) => option.id === chosen);
  const active = place < 0 && text !== "" ? 0 : place;

  const goOn = useEffectEvent(() => options[active]?.run());
  useEffect(() => {
    if (isSearching || !goesOn.current) return;
    goesOn.current = false;
    goOn();
  }, [isSearching]);

  /** Moves between the field and what was found. What is typed goes to the field from anywhere. */
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") {
      // Some browsers let a search field empty itself by Escape instead of closing.
      event.preventDefault();
      onClose();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isLetter = event.key.length === 1 && event.key !== " ";
    if (by !== undefined) {
      event.preventDefault();
      (list.current?.querySelectorAll("button")[active + by] ?? field.current)?.focus();
    } else if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.current?.focus();
    } else if (event.key === "Enter" && event.target === field.current) {
      event.preventDefault();
      if (options[active]) options[active].run();
      else goesOn.current = isSearching;
    }
  }

  const short = text !== "" && [...text].length < CONSOLE_LIMITS.searchAllFrom;
  const count = `${options.length} found${hasMore ? ", and more" : ""}.`;
  const status = error
    ? noticeOf(error).description
    : options.length === 0
      ? "Nothing found."
      : short && people.length > 0
        ? `${count} Of the newest ${CONSOLE_LIMITS.searched.toLocaleString("en-GB")} referrals. Type ${CONSOLE_LIMITS.searchAllFrom} letters or digits to search all.`
        : text && count;
  return (
    <Panel label="Find" onClose={onClose}>
      <input
        ref={field}
        type="search"
        aria-label="Find a person, a screen or a command"
        placeholder="Name, number, screen or command"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(undefined);
          goesOn.current = false;
        }}
        onFocus={() => setChosen(undefined)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} className={styles.list}>
        {sections.map(({ label, options: rows }, index) => (
          <section key={label} aria-labelledby={`${id}-${index}`}>
            <h2 id={`${id}-${index}`}>{label}</h2>
            <ul>
              {rows.map((option) => (
                <li key={option.id}>
                  <button
                    type="button"
                    aria-current={option === options[active] || undefined}
                    onFocus={() => setChosen(option.id)}
                    onClick={option.run}
                    onKeyDown={onKeyDown}
                  >
                    <span>{option.words}</span>
                    {option.note && <span className={styles.note}>{option.note}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {/* Only the end of a search is announced. */}
      <div className={styles.status}>
        {isSearching && <span>Searching…</span>}
        <output>{!isSearching && status}</output>
      </div>
    </Panel>
  );
}

function Person({ of: { referral, referredShown, serviceLabel, progress } }: PersonProps) {
  return (
    <>
      <b>{referral.referredName}</b>
      <small>
        {referredShown} · {serviceLabel} · {stageLabel(progress.stage)}
      </small>
    </>
  );
}

type PersonProps = { of: HostedReferral };

type PanelProps = { label: string; onClose: () => void; children: ReactNode };

/** A dialog without a heading, near the top: what is found grows downwards. */
function Panel({ label, onClose, children }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTouched = useMedia(TOUCH);
  useReturnedFocus();
  useHeldPage();
  useCloseRequest(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    // Before Escape is listened for: Chromium would ask the dialog, which it does not close.
    element?.show();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);
  return createPortal(
    <>
      <div className={styles.backdrop} aria-hidden="true" onClick={onClose} />
      <dialog ref={dialog} className={styles.panel} aria-label={label}>
        {children}
        {isTouched && (
          <div className={styles.close}>
            <CloseButton aria-label="Close" onClick={onClose} />
          </div>
        )}
      </dialog>
    </>,
    document.getElementById("overlays") ?? document.body,
  );
}

/** Whether a word of the label begins with this text, in any case. */
function begins(label: string, text: string): boolean {
  return ` ${label}`.toLowerCase().includes(` ${text.toLowerCase()}`);
}
