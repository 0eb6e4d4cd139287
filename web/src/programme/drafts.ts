/**
 * What is typed into the site's forms, until it is sent: there again after a link and Back, and
 * after a reload.
 *
 * It is kept in session storage and not in local storage, because a computer may be shared: no
 * other tab sees it, and it goes when the tab is closed. What a member has typed is shown to that
 * member alone: if their login ends by itself, it is hidden until they log in again. Logging out
 * erases it.
 */
import type { ContactDraft, ReferralDraft } from "@bindings";
import { Store, useStore } from "@/store";

type Shown<Text> = {
  readonly text: Text;
  /** Whether it is being sent. Until the answer is there, nothing can be changed. */
  readonly sending: boolean;
  /** Who has typed it: a member's number, or {@link GUEST}. */
  readonly by: string;
};

const GUEST = "";

/** Under this key session storage says whose texts this tab shows, so that a reload knows it. */
const OWNER_KEY = "draftOwner";

/** One form's texts, one for each person who has used this tab. `key` names them in the storage. */
export class Draft<Text extends Record<keyof Text, string>> {
  private opened: Store<Shown<Text>> | undefined;
  /** Texts by who typed them: storage may be full or blocked. */
  private readonly texts = new Map<string, Text>();

  constructor(
    private readonly key: string,
    private readonly empty: Text,
  ) {}

  /** Opened at its first use: importing this file reads no storage. */
  get store(): Store<Shown<Text>> {
    if (!this.opened) {
      const by = read(OWNER_KEY) ?? GUEST;
      const nothing = { text: this.empty, sending: false, by: GUEST };
      this.opened = new Store(nothing, { text: this.textOf(by), sending: false, by });
    }
    return this.opened;
  }

  state(): Shown<Text> {
    return this.store.get();
  }

  get isEmpty(): boolean {
    return isEmpty(this.state().text);
  }

  /** Takes what was typed. */
  change(typed: Partial<Text>) {
    const shown = this.state();
    this.show({ ...shown, text: { ...shown.text, ...typed } });
  }

  clear() {
    this.change(this.empty);
  }

  /**
   * Sends it, unless that is under way already. It is cleared if `send` says that it has arrived, also
   * if the visitor has gone to another page or logged out meanwhile.
   */
  async send(send: (text: Text) => Promise<boolean>) {
    const { text, sending, by } = this.state();
    if (sending) return;
    this.store.set({ ...this.state(), sending: true });
    try {
      if (!(await send(text))) return;
      if (this.state().text === text) this.clear();
      else this.keep(by, this.empty);
    } finally {
      this.store.set({ ...this.state(), sending: false });
    }
  }

  /** Shows the text of this person. Guests who log in take along what they have typed. */
  showTo(by: string) {
    const before = this.state();
    if (before.by === by) return;
    const text = this.textOf(by);
    const takesAlong = before.by === GUEST && isEmpty(text);
    if (takesAlong) this.keep(GUEST, this.empty);
    this.show({ ...before, text: takesAlong ? before.text : text, by });
  }

  /** Erases what this person has typed, and what a guest has. */
  forget(by: string) {
    this.keep(by, this.empty);
    this.keep(GUEST, this.empty);
    const shown = this.state();
    if (shown.by === by || shown.by === GUEST) this.clear();
  }

  private show(shown: Shown<Text>) {
    this.keep(shown.by, shown.text);
    this.store.set(shown);
  }

  private keep(by: string, text: Text) {
    this.texts.set(by, text);
    write(this.keyOf(by), isEmpty(text) ? null : JSON.stringify(text));
  }

  private keyOf(by: string): string {
    return by === GUEST ? this.key : `${this.key} ${by}`;
  }

  /** Reads from what is stored the fields that this form has. */
  private textOf(by: string): Text {
    const known = this.texts.get(by);
    if (known) return known;
    try {
      const stored: unknown = JSON.parse(read(this.keyOf(by)) ?? "{}");
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

export const EMPTY_REFERRAL: ReferralDraft = {
  referrerName: "",
  referrerPhone: "",
  referredName: "",
  referredPhone: "",
  service: "",
  notes: "",
};

export const referralDraft = new Draft<ReferralDraft>("referralDraft", EMPTY_REFERRAL);

/** Shows the texts of whoever is logged in, by their number; of a guest, if nobody is. */
export function showDraftsTo(mobile = GUEST) {
  if (mobile !== (read(OWNER_KEY) ?? GUEST)) write(OWNER_KEY, mobile || null);
  contactDraft.showTo(mobile);
  referralDraft.showTo(mobile);
}

/** Whose texts are shown. */
export function draftsOwner(): string {
  return referralDraft.state().by;
}

/** Erases what was typed when somebody logs out, so that the next person sees nothing of it. */
export function forgetDrafts(by = draftsOwner()) {
  contactDraft.forget(by);
  referralDraft.forget(by);
}

/** What a draft shows, and the ways to change and to send it. Prerendered, nothing is typed yet. */
export function useDraft<Text extends Record<keyof Text, string>>(draft: Draft<Text>) {
  const { text, sending } = useStore(draft.store);
  return {
    text,
    sending,
    change: (typed: Partial<Text>) => draft.change(typed),
    send: (send: (text: Text) => Promise<boolean>) => draft.send(send),
  };
}

function isEmpty<Text extends Record<keyof Text, string>>(text: Text): boolean {
  return Object.values<string>(text).every((typed) => typed === "");
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where the storage is full or blocked, a text lives as long as the page. */
function write(key: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The text is still in memory, and shown.
  }
}
