//! What hosted mode adds to the rules: real one-time codes, sessions, a second factor, several
//! editors, and the bodies that cross between the pages and a server.
//!
//! Browser mode reaches none of it, so that none of it is in the visitor's download.

mod access;
mod answers;
mod api;
mod code;
mod delivery;
mod lengths;
mod limits;
mod rejection;
mod second_factor;
mod session;
mod until_reached;

pub use access::{Access, HostedPolicy};
pub use answers::{
    checking, code_message, code_sent, confirmed, erased, erased_referred, imported_in_part,
    message_handled, message_sent_again, previewed,
};
pub use api::{
    AwardRequest, CodeRequest, CodeSent, Entrance, Erased, ErasureRequest, Find, HistoryEntry,
    HostedReferral, MessageAction, MessageRequest, MessageState, MessageView, Messages, Mode, Page,
    Problem, ProblemError, Proof, Puzzle, Role, SecondFactorRequest, SessionEntry, SessionView,
    Sessions, SiteConfig, Sort, Submission,
};
pub use code::{Dispatch, NotSent, SendLimits, Sends, Tried};
pub use delivery::{DeliveryFailure, next_try_ms};
pub use lengths::{DATE_MAX, LENGTHS, Length, SEARCH_MAX, TooLong, message_fits};
pub use limits::*;
pub use rejection::{Code, HostedCode};
pub use second_factor::may_try_second_factor;
pub use session::SessionTimes;
pub use until_reached::{
    out_of_date, outcome_unknown, owner_unknown, saved_for_later, sent_after_all, still_waiting,
};
