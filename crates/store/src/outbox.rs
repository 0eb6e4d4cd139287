//! What goes out to other programs, and the tokens that they come in with.

use api::{TokenScope, WebhookEvent};
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::Instant;

/// A webhook that is about to be added.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// Names it.
    pub id: String,
    /// Where it is reached.
    pub url: String,
    /// What it is told of; empty for all.
    pub events: Vec<WebhookEvent>,
    /// What its secret is derived from, together with the server's.
    pub seed: [u8; 32],
    /// When it is added.
    pub now: Instant,
}

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Names it.
    pub id: String,
    /// Where it is reached.
    pub url: String,
    /// What it is told of; empty for all.
    pub events: Vec<WebhookEvent>,
    /// Whether it is on.
    pub enabled: bool,
    /// What its secret is derived from.
    pub seed: [u8; 32],
    /// The seed before, and until when its secret is good as well.
    pub previous: Option<([u8; 32], Instant)>,
    /// When it was added.
    pub made_at: Instant,
}

/// That one webhook is told of one event, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDelivery {
    /// Names it.
    pub id: String,
    /// The event's name.
    pub event: String,
    /// When that happened.
    pub at: Instant,
    /// How often it was tried, a try under way included.
    pub attempts: u64,
    /// The status of the last answer.
    pub status: Option<u16>,
    /// Why the last try has failed: the code that came with it.
    pub failure: Option<String>,
    /// When it is tried next.
    pub due_at: Option<Instant>,
    /// Since when its receiver has it.
    pub delivered_at: Option<Instant>,
}

/// A part of the deliveries to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryPage {
    /// The newest first.
    pub deliveries: Vec<StoredDelivery>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}

/// A delivery that is its claimer's to try, with what it tells of as that stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedDelivery {
    /// The delivery; this try is counted.
    pub delivery: StoredDelivery,
    /// To whom, and what is told.
    pub recipient: Recipient,
}

/// Who is told of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// A webhook, of this.
    Webhook(Webhook, Subject),
    /// Whoever has made a referral, at the number of their account, of that referral.
    Referrer(MobileNumber, Box<Case>),
}

/// What a delivery tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A referral.
    Referral {
        /// Its key.
        key: String,
        /// Its status.
        status: String,
        /// Its version.
        version: u64,
    },
    /// A contact message, by its key.
    Message(String),
    /// Nothing: somebody tries the webhook out.
    Nothing,
}

/// How a try has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedTry {
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// The code of the reason.
    pub failure: &'static str,
    /// When it is tried again; `None` if it is given up.
    pub next: Option<Instant>,
    /// Until when its webhook is left alone.
    pub rest_until: Instant,
    /// Whether its receiver wants nothing any more: the webhook is switched off.
    pub gone: bool,
}

/// An API token that is about to be made.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its SHA-256.
    pub token: [u8; 32],
    /// Whoever makes it.
    pub maker: MobileNumber,
    /// How it is listed.
    pub listed: StoredToken,
}

/// A token, as it is kept beside its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// Names it.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// How it begins.
    pub prefix: String,
    /// What it reaches.
    pub scopes: Vec<TokenScope>,
    /// When it was made.
    pub made_at: Instant,
    /// Until when it is good.
    pub expires_at: Instant,
    /// When it was last used.
    pub used_at: Option<Instant>,
}
