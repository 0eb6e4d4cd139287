/**
 * A referral for tests: the form, and the record that is made of it. It imports only types from the
 * bindings, because Playwright cannot import values through their index.
 */
import type { Referral, ReferralDraft } from "@bindings";

export const MEMBER = "919840012345";

export const DRAFT: ReferralDraft = {
  referrerName: "Asha",
  referrerPhone: MEMBER,
  referredName: "Binu",
  referredPhone: "9744555666",
  service: "training",
  notes: "",
};

const { referrerPhone, ...texts } = DRAFT;

export const RECORD: Referral = {
  id: 1_763_690_000_000,
  ...texts,
  referrerMobile: referrerPhone,
  date: "21/11/2025",
  status: "Pending",
  points: 0,
};
