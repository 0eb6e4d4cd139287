/**
 * What is typed into the site's forms, until it is sent: there again after a link and Back, and
 * after a reload.
 *
 * It is kept in session storage and not in local storage, because a computer may be shared: no
 * other tab sees it, it goes when the tab is closed, and logging out empties it.
 */
import type { ContactDraft, ReferralDraft } from "@bindings";
import { useSyncExternalStore } from "react";

type Shown<Text> = {
  readonly text: Text;
  /** Whether it is being sent. Until it is known what came of that, nothing of it may change. */
  readonly sending: boolean;
};

/** One form's text. `key` names it in session storage. */
export class Draft<Text extends Record<keyof Text, string>> {
  private readonly listeners = new Set<() => void>();
  private readonly blank: Shown<Text>;
  private shown: Shown<Text> | undefined;

  constructor(
    private readonly key: string,
    private readonly empty: Text,
  ) {
    this.blank = { text: empty, sending: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly state = (): Shown<Text> => {
    this.shown ??= { text: this.stored(), sending: false };
    return this.shown;
  };

  /** What a prerendered page shows: nothing is typed yet. */
  readonly prerendered = (): Shown<Text> => this.blank;

  get isEmpty(): boolean {
    return Object.values<string>(this.state().text).every((typed) => typed === "");
  }

  /** Takes what was typed. */
  change(typed: Partial<Text>) {
    const { text, sending } = this.state();
    this.show({ text: { ...text, ...typed }, sending });
    this.store();
  }

  clear() {
    this.change(this.empty);
  }

  /**
   * Sends it, unless that is under way already. It is cleared if `send` says that it has arrived,
   * also where the visitor has gone to another page meanwhile.
   */
  async send(send: (text: Text) => Promise<boolean>) {
    const { text, sending } = this.state();
    if (sending) return;
    this.show({ text, sending: true });
    try {
      if (await send(text)) this.clear();
    } finally {
      this.show({ text: this.state().text, sending: false });
    }
  }

  private show(shown: Shown<Text>) {
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }

  /** Where the storage is full or blocked, the text lives as long as the page. */
  private store() {
    try {
      if (this.isEmpty) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, JSON.stringify(this.state().text));
    } catch {
      // Nothing is lost that is in sight.
    }
  }

  /** Of what is stored, the fields that this form has. */
  private stored(): Text {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
      const known = Object.entries(stored ?? {}).filter(
        ([name, typed]) => Object.hasOwn(this.empty, name) && typeof typed === "string",
      );
      return { ...this.empty, ...Object.fromEntries(known) };
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

export const referralDraft = new Draft<ReferralDraft>("referralDraft", {
  referrerName: "",
  referrerPhone: "",
  referredName: "",
  referredPhone: "",
  service: "",
  notes: "",
});

/** For a logout: whoever comes next is to see nothing of it. */
export function forgetDrafts() {
  contactDraft.clear();
  referralDraft.clear();
}

export function useDraft<Text extends Record<keyof Text, string>>(draft: Draft<Text>): Shown<Text> {
  return useSyncExternalStore(draft.subscribe, draft.state, draft.prerendered);
}
