//! What staff do with referrals in hosted mode, and what referrers and referred people may do with
//! theirs. No visitor's browser downloads this code.

pub mod commands;
pub mod corrected_field;
pub mod duplicate;
pub mod progress;
pub mod reason;
pub mod staff;
pub mod timeline;

pub use commands::PipelineCommand;
pub use corrected_field::CorrectedField;
pub use duplicate::{Credit, CreditReason, CreditRule, DuplicatePolicy, SelfReferral, known_since};
pub use progress::{Progress, Visit};
pub use reason::{Reason, Side};
pub use staff::{Reach, Right, Staff, StaffRole};
pub use timeline::{TimelineEvent, timeline};
