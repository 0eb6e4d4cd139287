//! What has happened that matters to security: who, to whom, and how it ended.
//!
//! No number, name or code is in it. A person is a fingerprint of their number, which only somebody
//! with the server's secret can make again.

use domain::referral::Instant;
use tokio::task_local;

task_local! {
    static CURRENT: SecurityEvent;
}

/// Something that happens, on its way to being recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// When.
    pub at: Instant,
    /// What.
    pub kind: EventKind,
    /// How it ended.
    pub outcome: EventOutcome,
    /// The fingerprint of whoever does it, if that is known.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of whom it is done to, if that is somebody else.
    pub target: Option<[u8; 32]>,
    /// The id of the request that asked for it; empty for a command of the operator.
    pub request: String,
}

/// The same as it was recorded, also by a later version of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// When.
    pub at: Instant,
    /// [`EventKind::as_str`].
    pub kind: String,
    /// [`EventOutcome::as_str`].
    pub outcome: String,
    /// The fingerprint of whoever did it.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of whom it was done to.
    pub target: Option<[u8; 32]>,
    /// The id of the request.
    pub request: String,
}

/// A part of what was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPage {
    /// The newest first.
    pub events: Vec<RecordedEvent>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Somebody gives a one-time code to log in.
    Login,
    /// Somebody gives a one-time code to sign up.
    SignUp,
    /// Somebody logs out.
    Logout,
    /// Somebody ends one of their other sessions.
    SessionEnded,
    /// All sessions of a number are ended.
    SessionsEnded,
    /// The admin gives what the authenticator app shows.
    SecondFactor,
    /// The admin gives a recovery code in its place.
    RecoveryCode,
    /// The operator makes a code for somebody whom no message reaches.
    LoginCodeMade,
    /// New recovery codes are made.
    RecoveryCodesMade,
    /// The admin saves points.
    Award,
    /// Somebody gives another command on a referral.
    Command,
    /// Somebody asks for a referral that they may not see, or that is not there.
    Look,
    /// The admin takes in a copy.
    Import,
    /// Somebody takes a copy away.
    Export,
    /// Somebody erases what is stored under their own number.
    Erasure,
    /// The admin erases a referred person.
    ErasureOfReferred,
    /// The operator copies the whole database.
    DatabaseCopied,
    /// Somebody adds a webhook.
    WebhookAdded,
    /// Somebody changes a webhook, or switches it on or off.
    WebhookChanged,
    /// Somebody gives a webhook another secret.
    WebhookRotated,
    /// Somebody removes a webhook.
    WebhookRemoved,
    /// A webhook is switched off, as its receiver asks for.
    WebhookGone,
    /// Somebody tries a webhook out.
    WebhookTested,
    /// Somebody has a delivery sent again.
    DeliveryReplayed,
    /// Somebody makes an API token.
    TokenMade,
    /// Somebody revokes an API token.
    TokenRevoked,
    /// An owner invites somebody to work here.
    StaffInvited,
    /// An owner changes what somebody is here.
    StaffChanged,
    /// An owner, or the operator, ends that somebody works here.
    StaffRevoked,
    /// An owner takes away somebody's second factors.
    StaffReset,
    /// Somebody sets up a second factor.
    FactorAdded,
    /// Somebody removes one of their second factors.
    FactorRemoved,
    /// The operator makes a code for somebody who has lost the second factor.
    RecoveryMade,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// It was done.
    Done,
    /// The code was wrong.
    Wrong,
    /// A rule was in the way.
    Refused,
    /// It was not looked at: there were too many tries before.
    Paused,
}

impl EventKind {
    /// How it is written down.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::SignUp => "sign-up",
            Self::Logout => "logout",
            Self::SessionEnded => "session-ended",
            Self::SessionsEnded => "sessions-ended",
            Self::SecondFactor => "second-factor",
            Self::RecoveryCode => "recovery-code",
            Self::LoginCodeMade => "login-code-made",
            Self::RecoveryCodesMade => "recovery-codes-made",
            Self::Award => "award",
            Self::Command => "command",
            Self::Look => "look",
            Self::Import => "import",
            Self::Export => "export",
            Self::Erasure => "erasure",
            Self::ErasureOfReferred => "erasure-of-referred",
            Self::DatabaseCopied => "database-copied",
            Self::WebhookAdded => "webhook-added",
            Self::WebhookChanged => "webhook-changed",
            Self::WebhookRotated => "webhook-rotated",
            Self::WebhookRemoved => "webhook-removed",
            Self::WebhookGone => "webhook-gone",
            Self::WebhookTested => "webhook-tested",
            Self::DeliveryReplayed => "delivery-replayed",
            Self::TokenMade => "token-made",
            Self::TokenRevoked => "token-revoked",
            Self::StaffInvited => "staff-invited",
            Self::StaffChanged => "staff-changed",
            Self::StaffRevoked => "staff-revoked",
            Self::StaffReset => "staff-reset",
            Self::FactorAdded => "factor-added",
            Self::FactorRemoved => "factor-removed",
            Self::RecoveryMade => "recovery-made",
        }
    }
}

impl EventOutcome {
    /// How it is written down.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Wrong => "wrong",
            Self::Refused => "refused",
            Self::Paused => "paused",
        }
    }
}

/// Does `write`, one call of a store's method, as a part of an event: what the method changes and
/// the event are written in one transaction, or neither is.
pub async fn recorded<F: Future>(event: SecurityEvent, write: F) -> F::Output {
    CURRENT.scope(event, write).await
}

/// The event that the call under way is a part of.
pub(crate) fn current() -> Option<SecurityEvent> {
    CURRENT.try_with(Clone::clone).ok()
}
