/**
 * Keeps what is typed into the site's forms until it is sent, so that it survives a link and Back,
 * and a reload.
 *
 * It is kept in session storage, not in local storage, because computers are shared: no other tab
 * sees it, and it goes when the tab is closed. A member's text is shown to that member only. If
 * their login ends by itself, it is hidden until they log in again; logging out erases it.
 */
import { type ContactDraft, EMPTY_REFERRAL, type ReferralDraft } from "@bindings";
import { Store, useStore } from "@/store";

type DraftState<Text> = {
  readonly text: Text;
  /** Whether it is being sent. It cannot be changed until the answer is there. */
  readonly sending: boolean;
  /** Who typed it: a member's number, or {@link GUEST}. */
  readonly by: string;
};

const GUEST = "";

/** The session storage key that says whose texts this tab shows, so that a reload knows it. */
const OWNER_KEY = "draftOwner";

/**
 * The texts of one form, one set for each person who has used this tab. `key` is their storage key.
 */
export class Draft<Text extends Record<keyof Text, string>> {
  private opened: Store<DraftState<Text>> | undefined;
  /** Also kept in memory, by person, because storage may be full or blocked. */
  private readonly texts = new Map<string, Text>();

  constructor(
    private readonly key: string,
    private readonly empty: Text,
  ) {}

  /** Opened on first use, so that importing this file reads no storage. */
  get store(): Store<DraftState<Text>> {
    if (!this.opened) {
      const by = readSession(OWNER_KEY) ?? GUEST;
      const nothing = { text: this.empty, sending: false, by: GUEST };
      this.opened = new Store(nothing, { text: this.textOf(by), sending: false, by });
    }
    return this.opened;
  }

  state(): DraftState<Text> {
    return this.store.get();
  }

  get isEmpty(): boolean {
    return isEmpty(this.state().text);
  }

  /** Adds what was typed. */
  change(typed: Partial<Text>) {
    const state = this.state();
    this.show({ ...state, text: { ...state.text, ...typed } });
  }

  clear() {
    this.change(this.empty);
  }

  /**
   * Sends the text, unless it is being sent already. If `deliver` returns true, the text is cleared,
   * even if the visitor has gone to another page or logged out in the meantime.
   */
  async submit(deliver: (text: Text) => Promise<boolean>) {
    const { text, sending, by } = this.state();
    if (sending) return;
    this.store.set({ ...this.state(), sending: true });
    try {
      if (!(await deliver(text))) return;
      if (this.state().text === text) this.clear();
      else this.keep(by, this.empty);
    } finally {
      this.store.set({ ...this.state(), sending: false });
    }
  }

  /** Shows the text of this person. A guest's text is carried over when they log in. */
  showTo(by: string) {
    const before = this.state();
    if (before.by === by) return;
    const text = this.textOf(by);
    const isCarriedOver = before.by === GUEST && isEmpty(text);
    if (isCarriedOver) this.keep(GUEST, this.empty);
    this.show({ ...before, text: isCarriedOver ? before.text : text, by });
  }

  /** Erases what this person and a guest have typed. */
  forget(by: string) {
    this.keep(by, this.empty);
    this.keep(GUEST, this.empty);
    const state = this.state();
    if (state.by === by || state.by === GUEST) this.clear();
  }

  private show(state: DraftState<Text>) {
    this.keep(state.by, state.text);
    this.store.set(state);
  }

  private keep(by: string, text: Text) {
    this.texts.set(by, text);
    writeSession(this.keyOf(by), isEmpty(text) ? null : JSON.stringify(text));
  }

  private keyOf(by: string): string {
    return by === GUEST ? this.key : `${this.key} ${by}`;
  }

  /** Reads this form's fields from the storage. */
  private textOf(by: string): Text {
    const known = this.texts.get(by);
    if (known) return known;
    try {
      const stored: unknown = JSON.parse(readSession(this.keyOf(by)) ?? "{}");
      const fields = Object.entries(stored ?? {}).filter(
        ([name, typed]) => Object.hasOwn(this.empty, name) && typeof typed === "string",
      );
      return { ...this.empty, ...Object.fromEntries(fields) };
    } catch {
      return this.empty;
    }
  }
}

export const contactDraft = new Draft<ContactDraft>("contactDraft", {
  name: "",
  email: "",
  subject: "",
  message: "",
});

/** The Refer Someone form, with whether we may say who referred them, and the address of a vacancy or course. */
export type ReferralForm = ReferralDraft & { sayWho: string; opening: string };

export const referralDraft = new Draft<ReferralForm>("referralDraft", {
  ...EMPTY_REFERRAL,
  sayWho: "",
  opening: "",
});

/** Shows the texts of the member with this number, or of a guest. */
export function showDraftsTo(mobile = GUEST) {
  if (mobile !== (readSession(OWNER_KEY) ?? GUEST)) writeSession(OWNER_KEY, mobile || null);
  contactDraft.showTo(mobile);
  referralDraft.showTo(mobile);
}

/** The person whose texts are shown. */
export function draftsOwner(): string {
  return referralDraft.state().by;
}

/** The session storage keys of what was sent last in hosted mode: a hash, and the request's key. */
export const IDEMPOTENCY_STORAGE_KEYS = {
  referral: "referralAttempt",
  message: "messageAttempt",
} as const;

/** Erases what was typed when somebody logs out, so that the next person does not see it. */
export function forgetDrafts(by = draftsOwner()) {
  contactDraft.forget(by);
  referralDraft.forget(by);
  for (const key of Object.values(IDEMPOTENCY_STORAGE_KEYS)) writeSession(key, null);
}

/** The draft's text with functions to change and send it. It is empty while prerendering. */
export function useDraft<Text extends Record<keyof Text, string>>(draft: Draft<Text>) {
  const { text, sending } = useStore(draft.store);
  return {
    text,
    sending,
    change: (typed: Partial<Text>) => draft.change(typed),
    submit: (deliver: (text: Text) => Promise<boolean>) => draft.submit(deliver),
  };
}

function isEmpty<Text extends Record<keyof Text, string>>(text: Text): boolean {
  return Object.values<string>(text).every((typed) => typed === "");
}

/** An entry of session storage; `null` if there is none, or storage is blocked. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Writes or removes an entry of session storage. If that is full or blocked, what the caller has in
 * memory lasts as long as the page.
 */
export function writeSession(key: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Nothing is lost: see above.
  }
}
