//! The bodies that cross between the pages and a server, as JSON.

mod config;
mod erasure;
mod login;
mod messages;
mod problem;
mod referrals;

pub use config::{Mode, SiteConfig};
pub use erasure::{Erased, ErasureRequest};
pub use login::{
    CodeRequest, CodeSent, Entrance, Proof, Puzzle, Role, SecondFactorRequest, SessionEntry,
    SessionView, Sessions,
};
pub use messages::{MessageAction, MessageRequest, MessageState, MessageView, Messages};
pub use problem::{Problem, ProblemError};
pub use referrals::{AwardRequest, Find, HistoryEntry, HostedReferral, Page, Sort, Submission};
