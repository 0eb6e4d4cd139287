//! What pages and server send each other, and the rules that only a server needs: real one-time
//! codes, sessions, the second factor, several editors. The TypeScript types in `bindings/` and the
//! OpenAPI document are generated from these types.
//!
//! Browser mode uses nothing of this crate, so it is not part of the visitor's download.

#![forbid(unsafe_code)]

mod access;
mod audit;
mod commands;
mod config;
mod delivery;
mod erasure;
mod lengths;
mod limits;
mod login;
mod messages;
mod notices;
mod notifications;
mod one_time_code;
mod problem;
mod progress;
mod referrals;
mod referrers;
mod rejection;
mod reports;
mod session;
mod staff;
mod tokens;
mod webhooks;

pub use access::{Access, HostedPolicy};
pub use audit::{AuditEntry, AuditPage, AuditPerson, AuditQuery, EventKind, EventOutcome};
pub use commands::{
    CommandOutcome, CommandRequest, CommandsRequest, Facts, KeyedCommand, ReferralCommand, possible,
};
pub use config::{Mode, SiteConfig};
pub use delivery::{DeliveryFailure, next_try_ms};
pub use erasure::{Erased, ErasureRequest};
pub use lengths::{
    DATE_MAX, LENGTHS, Length, NAME_MAX, SEARCH_MAX, TooLong, WORD_MAX, message_fits, search_fits,
};
pub use limits::*;
pub use login::{
    CodeRequest, CodeSent, LoginRequest, Proof, Puzzle, Role, SecondFactorRequest, SessionEntry,
    SessionView, Sessions,
};
pub use messages::{
    MessageAction, MessageQuery, MessageRequest, MessageState, MessageView, Messages,
};
pub use notices::{
    checking, code_message, code_sent, command_done, commands_done, confirmed, delivery_begun,
    duplicate_decided, erased, erased_referred, factor_added, imported_in_part, message_assigned,
    message_handled, message_sent_again, notifications_saved, out_of_date, outcome_unknown,
    owner_unknown, previewed, progress_message, recovery_codes_made, referral_submitted,
    saved_for_later, sent_after_all, staff_changed, staff_invited, staff_reset, still_waiting,
    token_made, webhook_changed, webhook_secret_made,
};
pub use notifications::{NotificationSettings, Notify};
pub use one_time_code::{CodeMatch, SendHistory, SendLimits, SendRefusal, SentCode};
pub use problem::{Problem, ProblemError};
pub use progress::{AuthorKind, ProgressView, ReferralDetail, TimelineAuthor, TimelineEntry};
pub use referrals::{
    AwardRequest, Flag, HistoryEntry, HostedReferral, NOBODY, Page, ReferralQuery, Sort,
    StageCounts, Submission,
};
pub use referrers::{ReferrerQuery, ReferrerView, Referrers};
pub use rejection::{Code, HostedCode};
pub use reports::{
    Credited, DuplicateDecision, DuplicatePair, DuplicateQuery, DuplicateSide, DuplicateState,
    Duplicates, Inbox, InboxEntry, ReasonReport, ReferrerReport, Report, ReportQuery,
    ServiceReport, StageReached, StageTimes, Times, Waits, overdue_since, rate, waits,
};
pub use session::{SessionTimes, may_try_second_factor};
pub use staff::{
    Employment, EmploymentRequest, InvitationRequest, PasskeyRequest, PasskeyView, Permission,
    RecoveryCodes, SecondFactors, StaffEntry, StaffList, StaffView, TotpSecret,
};
pub use tokens::{
    TOKEN_DAYS_MAX, TOKEN_NAME_DIGITS_MAX, TOKENS_MAX, TokenRequest, TokenScope, TokenSecret,
    TokenView, Tokens,
};
pub use webhooks::{
    Deliveries, DeliveryState, DeliveryView, TEST_EVENT, WEBHOOK_URL_MAX, WEBHOOKS_MAX,
    WebhookChange, WebhookEvent, WebhookRequest, WebhookSecret, WebhookView, Webhooks,
};
