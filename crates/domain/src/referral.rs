//! A referral: the draft, its rules, the record and its status (specification, sections 3 to 5).

pub(crate) mod draft;
mod record;

pub use draft::{CheckedReferral, ReferralDraft};
pub use record::{Instant, InstantError, Referral, Status, Tone};
