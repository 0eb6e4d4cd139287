//! The audit log: the events that matter for security.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::referral::{Instant, Tone};

use crate::named::labelled;

labelled! {
    /// The kind of an event.
    pub enum EventKind {
        Login = "login": "Logged in",
        SignUp = "sign-up": "Signed up",
        Logout = "logout": "Logged out",
        SessionEnded = "session-ended": "Ended a session",
        SessionsEnded = "sessions-ended": "Ended all sessions",
        SecondFactor = "second-factor": "Gave the second factor",
        RecoveryCode = "recovery-code": "Gave a recovery code",
        RecoveryCodesMade = "recovery-codes-made": "Created recovery codes",
        // For somebody who gets no messages.
        LoginCodeMade = "login-code-made": "Operator created a login code",
        // For somebody who has lost the second factor.
        RecoveryMade = "recovery-made": "Operator created a way back in",
        FactorAdded = "factor-added": "Added a second factor",
        FactorRemoved = "factor-removed": "Removed a second factor",
        StaffInvited = "staff-invited": "Invited a colleague",
        // The name, the role or the services.
        StaffChanged = "staff-changed": "Changed a colleague’s role",
        StaffRevoked = "staff-revoked": "Removed a colleague’s access",
        StaffReset = "staff-reset": "Reset a colleague’s second factors",
        Command = "command": "Worked on a referral",
        // One that they may not see, or that does not exist.
        Look = "look": "Looked for another service’s referral",
        // Assigned it, sent it again or marked it as handled.
        Message = "message": "Worked on a contact message",
        Award = "award": "Saved points",
        Import = "import": "Imported records",
        // What nobody had worked on since.
        ImportTakenOut = "import-taken-out": "Took an import out again",
        Export = "export": "Exported records",
        Erasure = "erasure": "Erased themselves",
        // One who was referred.
        ErasureOfReferred = "erasure-of-referred": "Erased a person",
        DatabaseCopied = "database-copied": "Operator copied the database",
        DatabaseRestored = "database-restored": "Operator restored a backup",
        // The one that the database was made with was lost.
        SecretAdopted = "secret-adopted": "Operator changed the server’s secret",
        WebhookAdded = "webhook-added": "Added a webhook",
        // Perhaps only switched on or off.
        WebhookChanged = "webhook-changed": "Changed a webhook",
        WebhookRotated = "webhook-rotated": "Gave a webhook another secret",
        WebhookRemoved = "webhook-removed": "Removed a webhook",
        WebhookTested = "webhook-tested": "Tested a webhook",
        WebhookGone = "webhook-gone": "A webhook was switched off by its receiver",
        DeliveryReplayed = "delivery-replayed": "Sent a delivery again",
        // Stages' limits, office hours and the like.
        // Asked somebody who was referred, by the address of their page.
        PersonPage = "person-page": "Made a page for a person who was referred",
        // On their page.
        DoNotContact = "do-not-contact": "Asked never to be contacted",
        // With a code, when they came by a link.
        ContactAgain = "contact-again": "Took back that they are never contacted",
        ProgrammeSet = "programme-set": "Changed the programme’s settings",
        RulebookPublished = "rulebook-published": "Published a rulebook",
        CataloguePublished = "catalogue-published": "Published a catalogue",
        PointsByHand = "points-by-hand": "Entered points by hand",
        // A member asked for it, took it back or changed its reference.
        Redemption = "redemption": "Exchanged points",
        // Staff approved or declined it, or changed its reference.
        RedemptionDecided = "redemption-decided": "Decided on exchanged points",
        // Made, filled, approved, settled or closed.
        Batch = "batch": "Worked on a batch of payments",
        BatchExported = "batch-exported": "Exported a batch of payments",
        LeaderTakenOff = "leader-taken-off": "Took a name off the list of those with most points",
        LinkNameTakenOff = "link-name-taken-off": "Took the name off a shared link",
        ViewShared = "view-shared": "Shared a view",
        // Their own, or as an owner.
        ViewRemoved = "view-removed": "Removed a shared view",
        TokenMade = "token-made": "Created an API token",
        TokenRevoked = "token-revoked": "Revoked an API token",
    }
}

labelled! {
    /// The outcome of an event.
    pub enum EventOutcome {
        Done = "done": "Done",
        Wrong = "wrong": "Wrong code",
        Refused = "refused": "Refused",
        // The code was not checked.
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
