//! What hosted mode adds to the rules: real one-time codes, sessions, a second factor, several
//! editors, and the bodies that cross between the pages and a server.
//!
//! Browser mode reaches none of it, so that none of it is in the visitor's download.

mod api;
mod code;
mod limits;
mod notices;
mod rejection;
mod session;

pub use api::{
    AwardRequest, CodeRequest, CodeSent, Entrance, Erased, ErasureRequest, Find, HistoryEntry,
    HostedReferral, MessageView, Messages, Mode, Page, Problem, ProblemError, Role,
    SecondFactorRequest, SessionView, SiteConfig, Sort, Submission,
};
pub use code::{Dispatch, SendLimits, Sends, Tried};
pub use limits::*;
pub use rejection::{Code, HostedCode};
pub use session::SessionTimes;
