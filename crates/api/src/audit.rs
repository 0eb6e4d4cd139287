//! The audit log: the events that matter for security.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::referral::{Instant, Tone};

/// Declares an enum whose variants have a wire name and a label.
macro_rules! labelled {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[$doc:meta])* $Variant:ident = $word:literal: $label:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $Name {
            $($(#[$doc])* #[serde(rename = $word)] $Variant,)*
        }

        impl $Name {
            /// All variants, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$Variant,)*];

            /// The name in storage and on the wire.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }

            /// The label for people.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$Variant => $label,)*
                }
            }
        }
    };
}

pub(crate) use labelled;

labelled! {
    /// The kind of an event.
    pub enum EventKind {
        /// Somebody used a one-time code to log in.
        Login = "login": "Logged in",
        /// Somebody used a one-time code to sign up.
        SignUp = "sign-up": "Signed up",
        /// Somebody logged out.
        Logout = "logout": "Logged out",
        /// Somebody ended one of their other sessions.
        SessionEnded = "session-ended": "Ended a session",
        /// All sessions of a number were ended.
        SessionsEnded = "sessions-ended": "Ended all sessions",
        /// A member of staff gave the second factor.
        SecondFactor = "second-factor": "Gave the second factor",
        /// A member of staff gave a recovery code in place of the second factor.
        RecoveryCode = "recovery-code": "Gave a recovery code",
        /// New recovery codes were made.
        RecoveryCodesMade = "recovery-codes-made": "Made recovery codes",
        /// The operator made a login code for somebody who gets no messages.
        LoginCodeMade = "login-code-made": "Operator made a login code",
        /// The operator made a code for somebody who has lost the second factor.
        RecoveryMade = "recovery-made": "Operator made a way back in",
        /// Somebody set up a second factor.
        FactorAdded = "factor-added": "Added a second factor",
        /// Somebody removed one of their second factors.
        FactorRemoved = "factor-removed": "Removed a second factor",
        /// An owner invited a colleague.
        StaffInvited = "staff-invited": "Invited a colleague",
        /// An owner changed a colleague's name, role or services.
        StaffChanged = "staff-changed": "Changed a colleague’s role",
        /// An owner or the operator revoked a colleague.
        StaffRevoked = "staff-revoked": "Revoked a colleague",
        /// An owner removed a colleague's second factors.
        StaffReset = "staff-reset": "Reset a colleague’s second factors",
        /// Somebody gave a command on a referral.
        Command = "command": "Worked on a referral",
        /// Somebody asked for a referral that they may not see, or that does not exist.
        Look = "look": "Looked for another service’s referral",
        /// Somebody assigned a contact message, sent it again or marked it as handled.
        Message = "message": "Worked on a contact message",
        /// Somebody saved points.
        Award = "award": "Saved points",
        /// Somebody imported an export.
        Import = "import": "Imported records",
        /// Somebody exported records.
        Export = "export": "Exported records",
        /// Somebody erased everything stored under their own number.
        Erasure = "erasure": "Erased themselves",
        /// Somebody erased a referred person.
        ErasureOfReferred = "erasure-of-referred": "Erased a person",
        /// The operator copied the whole database.
        DatabaseCopied = "database-copied": "Operator copied the database",
        /// Somebody added a webhook.
        WebhookAdded = "webhook-added": "Added a webhook",
        /// Somebody changed a webhook, or switched it on or off.
        WebhookChanged = "webhook-changed": "Changed a webhook",
        /// Somebody gave a webhook a new secret.
        WebhookRotated = "webhook-rotated": "Gave a webhook another secret",
        /// Somebody removed a webhook.
        WebhookRemoved = "webhook-removed": "Removed a webhook",
        /// Somebody sent a test to a webhook.
        WebhookTested = "webhook-tested": "Tested a webhook",
        /// The receiver of a webhook asked to switch it off.
        WebhookGone = "webhook-gone": "A webhook was switched off by its receiver",
        /// Somebody sent a delivery again.
        DeliveryReplayed = "delivery-replayed": "Sent a delivery again",
        /// Somebody made an API token.
        TokenMade = "token-made": "Made an API token",
        /// Somebody revoked an API token.
        TokenRevoked = "token-revoked": "Revoked an API token",
    }
}

labelled! {
    /// The outcome of an event.
    pub enum EventOutcome {
        /// It was done.
        Done = "done": "Done",
        /// The code was wrong.
        Wrong = "wrong": "Wrong code",
        /// A rule forbade it.
        Refused = "refused": "Refused",
        /// There had been too many tries, so the code was not checked.
        Paused = "paused": "Too many tries",
    }
}

impl EventOutcome {
    /// The colour of outcomes that deserve a look; `None` for the others.
    pub fn tone(self) -> Option<Tone> {
        match self {
            Self::Done => None,
            Self::Wrong => Some(Tone::Yellow),
            Self::Refused | Self::Paused => Some(Tone::Red),
        }
    }
}

/// Filters for the audit log. Absent or empty fields do not filter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(default)]
pub struct AuditQuery {
    /// The kinds to list: `login`, `export` and so on.
    pub kinds: Vec<String>,
    /// A part of a colleague's name, or the beginning of a fingerprint; of the actor or of the
    /// target.
    pub search: Option<String>,
    /// [`AuditPage::next`] of the previous page.
    pub after: Option<String>,
    /// The page size: 1 to 1,000; 50 by default.
    pub limit: Option<u32>,
}

/// A person in the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AuditPerson {
    /// The beginning of their number's fingerprint. It tells people apart without revealing who
    /// they are. The server's log uses the same fingerprints.
    pub fingerprint: String,
    /// Their name, if they are staff; `null` otherwise.
    pub name: Option<String>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AuditEntry {
    /// When, in milliseconds since 1970.
    pub at: Instant,
    /// The kind, such as `login` or `export`. A later version may have recorded other kinds.
    pub kind: String,
    /// The outcome: `done`, `wrong`, `refused` or `paused`.
    pub outcome: String,
    /// The person who did it; `null` for a guest and for the operator.
    pub actor: Option<AuditPerson>,
    /// The person it was done to, if that is somebody else.
    pub target: Option<AuditPerson>,
    /// The id of the request, as in the server's log; empty for the operator's commands.
    pub request: String,
}

/// A page of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct AuditPage {
    /// The entries, newest first.
    pub entries: Vec<AuditEntry>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}
