import type { ReferralDraft, User } from "@bindings";
import type { Owner } from "@/programme/programme";

/** A submission on its way: the same until it is known what became of it. */
export type KeyedReferral = {
  /** Makes a retry the same submission. */
  readonly key: string;
  readonly draft: ReferralDraft;
  /** The day, as the visitor's locale writes it, of the first try. */
  readonly date: string;
  /** Its first try, in milliseconds since 1970. */
  readonly at: number;
  /** Whose it is; absent for a guest's. */
  readonly by?: Required<Owner>;
};

/** Remembers the last submission, so that trying the same form again submits it once. */
export class IdempotencyKeys {
  private last: KeyedReferral | undefined;

  of(draft: ReferralDraft, user: User | undefined): KeyedReferral {
    const { last } = this;
    const same = last && last.by?.mobileNumber === user?.mobileNumber;
    if (same && sameText(last.draft, draft)) return last;
    const attempt: KeyedReferral = {
      key: crypto.randomUUID(),
      draft,
      date: new Date().toLocaleDateString(),
      at: Date.now(),
      ...(user && { by: { name: user.name, mobileNumber: user.mobileNumber } }),
    };
    this.last = attempt;
    return attempt;
  }

  /** It is known what became of it: the same words again are another submission. */
  settle() {
    this.last = undefined;
  }
}

function sameText(one: ReferralDraft, other: ReferralDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
