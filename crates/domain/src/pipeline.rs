//! What staff do with referrals in hosted mode, and what referrers and referred people may do with
//! theirs. No visitor's browser downloads this code.

mod author;
mod award;
pub mod changes;
pub mod commands;
pub mod consent;
mod consent_texts;
pub mod duplicate;
mod import;
mod known;
pub mod link;
pub mod offered;
pub mod programme;
pub mod progress;
pub mod reasons;
pub mod said;
mod says_who;
pub mod services;
pub mod spreadsheet;
pub mod staff;
mod task;
pub mod templates;
pub mod text_rules;
pub mod timeline;
pub mod trusted;
pub mod undo;
pub mod work;

pub use award::{ByRules, WhyLeft, award_by_rules, numbers_of};
pub use commands::{Command, PipelineCommand, decide, may_submit, submit};
pub use consent::{
    BY_ITSELF, Consent, ContactPolicy, answers_brought, asks_as_staff, may_see_number,
    refused_elsewhere, takes_answer, unwanted, waits_for_consent,
};
pub use consent_texts::{CONSENT_LANGUAGES, CONSENT_TEXT, CONSENT_TEXTS, consent_text};
pub use duplicate::{
    Credit, CreditReason, CreditRule, DuplicatePolicy, SelfReferral, came_since, known_since,
};
pub use known::{Known, Relation, may_erase};
pub use link::{LinkCode, came_by_link, check_wish, enquiry, may_ask_to_be_called, submit_by_link};
pub use programme::{ProgrammeDraft, ProgrammeSettings, StageDays, StageLimits};
pub use progress::{Progress, Proposal, PublicStage, Stay, reason_id};
pub use reasons::DeclineReason;
pub use said::{Referrer, ways};
pub use says_who::{may_say_who, said_by, said_by_referrer, said_with};
pub use services::{ProgrammeService, ServiceChoice};
pub use spreadsheet::{Kept, may_take_out};
pub use staff::{Reach, Right, STAFF_PREFIX, Staff, StaffRole, author_of, staff_of};
pub use templates::Template;
pub use timeline::{TimelineEvent, timeline};
pub use trusted::{ImportFault, as_written, check_account, check_referral, may_import};
pub use undo::{brought_back, undone};
