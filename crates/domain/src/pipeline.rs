//! What staff do with referrals in hosted mode, and what referrers and referred people may do with
//! theirs. No visitor's browser downloads this code.

mod author;
pub(crate) mod award;
pub mod commands;
pub mod corrected_field;
pub mod duplicate;
pub mod progress;
pub mod reason;
pub mod staff;
pub mod text_rules;
pub mod timeline;
pub mod trusted;
pub mod undo;

pub use award::numbers_of;
pub use commands::PipelineCommand;
pub use corrected_field::CorrectedField;
pub use duplicate::{Credit, CreditReason, CreditRule, DuplicatePolicy, SelfReferral, known_since};
pub use progress::{Progress, Proposal, Visit};
pub use reason::{Reason, Side};
pub use staff::{Reach, Right, Staff, StaffRole};
pub use timeline::{TimelineEvent, timeline};
pub use trusted::{ImportFault, check_account, check_referral, may_import};
pub use undo::undone;
