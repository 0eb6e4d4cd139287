//! A referral: the draft, its rules, the record and its status (specification, sections 3 to 5).

pub(crate) mod draft;
mod record;

pub use draft::{CheckedReferral, ReferralDraft, check_referrer_name};
pub use record::{Instant, InstantError, Referral, Status, Tone};
