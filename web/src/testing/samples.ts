/** A referral for tests: the form, and the record that is made of it. */
import { EMPTY_REFERRAL, type Referral, type ReferralDraft } from "@bindings";

export const MEMBER = "919840012345";

export const DRAFT: ReferralDraft = {
  ...EMPTY_REFERRAL,
  referrerName: "Asha",
  referrerPhone: MEMBER,
  referredName: "Binu",
  referredPhone: "9744555666",
  service: "training",
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
