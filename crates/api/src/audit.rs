//! What has happened that matters to security, for those who look after the programme.

use serde::{Deserialize, Serialize};

use domain::referral::{Instant, Tone};

/// Declares an enum whose variants have a name on the wire and words for people.
macro_rules! labelled {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[$doc:meta])* $Variant:ident = $word:literal: $label:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name {
            $($(#[$doc])* $Variant,)*
        }

        impl $Name {
            /// All of them, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$Variant,)*];

            /// How it is written down.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }

            /// What people read.
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
    /// What is recorded.
    pub enum EventKind {
        /// Somebody gives a one-time code to log in.
        Login = "login": "Logged in",
        /// Somebody gives a one-time code to sign up.
        SignUp = "sign-up": "Signed up",
        /// Somebody logs out.
        Logout = "logout": "Logged out",
        /// Somebody ends one of their other sessions.
        SessionEnded = "session-ended": "Ended a session",
        /// All sessions of a number are ended.
        SessionsEnded = "sessions-ended": "Ended all sessions",
        /// The admin gives what the authenticator app shows.
        SecondFactor = "second-factor": "Gave the second factor",
        /// The admin gives a recovery code in its place.
        RecoveryCode = "recovery-code": "Gave a recovery code",
        /// New recovery codes are made.
        RecoveryCodesMade = "recovery-codes-made": "Made recovery codes",
        /// The operator makes a code for somebody whom no message reaches.
        LoginCodeMade = "login-code-made": "Operator made a login code",
        /// The operator makes a code for somebody who has lost the second factor.
        RecoveryMade = "recovery-made": "Operator made a way back in",
        /// Somebody sets up a second factor.
        FactorAdded = "factor-added": "Added a second factor",
        /// Somebody removes one of their second factors.
        FactorRemoved = "factor-removed": "Removed a second factor",
        /// An owner invites somebody to work here.
        StaffInvited = "staff-invited": "Invited a colleague",
        /// An owner changes what somebody is here.
        StaffChanged = "staff-changed": "Changed a colleague’s role",
        /// An owner, or the operator, ends that somebody works here.
        StaffRevoked = "staff-revoked": "Revoked a colleague",
        /// An owner takes away somebody's second factors.
        StaffReset = "staff-reset": "Reset a colleague’s second factors",
        /// Somebody gives another command on a referral.
        Command = "command": "Worked on a referral",
        /// Somebody asks for a referral that they may not see, or that is not there.
        Look = "look": "Looked for another service’s referral",
        /// Somebody assigns a contact message, has it sent on again or marks it as handled.
        Message = "message": "Worked on a contact message",
        /// The admin saves points.
        Award = "award": "Saved points",
        /// The admin takes in a copy.
        Import = "import": "Imported records",
        /// Somebody takes a copy away.
        Export = "export": "Exported records",
        /// Somebody erases what is stored under their own number.
        Erasure = "erasure": "Erased themselves",
        /// The admin erases a referred person.
        ErasureOfReferred = "erasure-of-referred": "Erased a person",
        /// The operator copies the whole database.
        DatabaseCopied = "database-copied": "Operator copied the database",
        /// Somebody adds a webhook.
        WebhookAdded = "webhook-added": "Added a webhook",
        /// Somebody changes a webhook, or switches it on or off.
        WebhookChanged = "webhook-changed": "Changed a webhook",
        /// Somebody gives a webhook another secret.
        WebhookRotated = "webhook-rotated": "Gave a webhook another secret",
        /// Somebody removes a webhook.
        WebhookRemoved = "webhook-removed": "Removed a webhook",
        /// Somebody tries a webhook out.
        WebhookTested = "webhook-tested": "Tested a webhook",
        /// A webhook is switched off, as its receiver asks for.
        WebhookGone = "webhook-gone": "A webhook was switched off by its receiver",
        /// Somebody has a delivery sent again.
        DeliveryReplayed = "delivery-replayed": "Sent a delivery again",
        /// Somebody makes an API token.
        TokenMade = "token-made": "Made an API token",
        /// Somebody revokes an API token.
        TokenRevoked = "token-revoked": "Revoked an API token",
    }
}

labelled! {
    /// How it ended.
    pub enum EventOutcome {
        /// It was done.
        Done = "done": "Done",
        /// The code was wrong.
        Wrong = "wrong": "Wrong code",
        /// A rule was in the way.
        Refused = "refused": "Refused",
        /// It was not looked at: there were too many tries before.
        Paused = "paused": "Too many tries",
    }
}

impl EventOutcome {
    /// The colour of what is worth a look.
    pub fn tone(self) -> Option<Tone> {
        match self {
            Self::Done => None,
            Self::Wrong => Some(Tone::Yellow),
            Self::Refused | Self::Paused => Some(Tone::Red),
        }
    }
}

/// Which of what has happened is wanted. What is absent or empty does not narrow the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct AuditQuery {
    /// Of these kinds: `login`, `export` and so on.
    pub kinds: Vec<String>,
    /// A part of a colleague's name, or the beginning of a fingerprint, who did it or to whom it was
    /// done.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub search: Option<String>,
    /// [`AuditPage::next`] of the part before.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub after: Option<String>,
    /// How many: 1 to 1,000; 50 if that is not said.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub limit: Option<u32>,
}

/// Somebody in the list of what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPerson {
    /// The beginning of their number's fingerprint, which tells them from others without telling
    /// who they are. The log has the same.
    pub fingerprint: String,
    /// Their name, if they work here; `null` for everybody else.
    pub name: Option<String>,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// What, such as `login` or `export`: also what a later version has recorded.
    pub kind: String,
    /// How it ended: `done`, `wrong`, `refused` or `paused`.
    pub outcome: String,
    /// Who did it; `null` for a guest and for a command of the operator.
    pub actor: Option<AuditPerson>,
    /// To whom, if that is somebody else.
    pub target: Option<AuditPerson>,
    /// The id of the request, which the log has as well; empty for a command of the operator.
    pub request: String,
}

/// A part of what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPage {
    /// The newest first.
    pub entries: Vec<AuditEntry>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}
