//! A referral: the draft, its rules, the record and its life (specification, sections 3 to 5).

mod draft;
mod record;
mod status;

pub use draft::{CheckedReferral, ReferralDraft};
pub use record::{Instant, InstantError, Referral};
pub use status::{Status, Tone};
