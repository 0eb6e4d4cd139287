//! Webhooks with their deliveries, and API tokens.

use api::{DeliveryFailure, DeliveryView, Maker, MessageView, TokenView, WebhookEvent};
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rewards::RedemptionStep;

/// A webhook to add.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// Its id.
    pub id: String,
    /// Its address.
    pub url: String,
    /// The events that it wants; empty for all.
    pub events: Vec<WebhookEvent>,
    /// The seed of its secret, which also depends on the server's secret.
    pub seed: [u8; 32],
    /// The id of the member of staff who adds it.
    pub made_by: String,
    /// When it is added.
    pub now: Instant,
}

/// A stored webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// Its address.
    pub url: String,
    /// The events that it wants; empty for all.
    pub events: Vec<WebhookEvent>,
    /// Whether it is on.
    pub enabled: bool,
    /// The seed of its secret.
    pub seed: [u8; 32],
    /// The previous seed, and until when its secret is valid too.
    pub previous: Option<([u8; 32], Instant)>,
    /// When it was added.
    pub made_at: Instant,
    /// Under whose name it runs.
    pub made_by: Option<Maker>,
}

/// A way out of the outbox. Deliveries of one channel do not wait for those of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Contact messages, to those who answer them.
    Message,
    /// Text messages to referrers.
    Text,
    /// Posts to the webhook with this id.
    Webhook(String),
}

impl Channel {
    /// The names of all channels, for the database and the metrics.
    pub const NAMES: [&str; 3] = ["message", "text", "webhook"];

    /// The channel's name.
    pub fn name(&self) -> &'static str {
        let place = match self {
            Self::Message => 0,
            Self::Text => 1,
            Self::Webhook(_) => 2,
        };
        Self::NAMES[place]
    }

    /// The id of its webhook, if it has one.
    pub fn webhook(&self) -> Option<&str> {
        match self {
            Self::Webhook(id) => Some(id),
            Self::Message | Self::Text => None,
        }
    }
}

/// A delivery that the caller has claimed, with the current data of its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedDelivery {
    /// The channel that it belongs to.
    pub channel: Channel,
    /// The delivery. This try is already counted.
    pub delivery: DeliveryView,
    /// The recipient, and what the delivery is about.
    pub recipient: Recipient,
}

/// The recipient of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// A webhook, with the subject.
    Webhook(Box<Webhook>, Subject),
    /// Those who answer this contact message.
    Office(Box<MessageView>),
    /// The referrer of this referral, at the number of their account, in the language of it.
    Referrer(MobileNumber, Option<String>, Box<Case>),
    /// A referrer, at the number of their account, to whom somebody has written these words.
    Said(MobileNumber, String),
    /// A member, at the number of their account, in the language of it, with the title of what they exchange points
    /// for and the last step of that.
    Member(MobileNumber, Option<String>, String, RedemptionStep),
}

/// What a delivery is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A referral.
    Referral {
        /// Its key.
        key: String,
        /// Its status.
        status: String,
        /// Its stage, by the word that the interface uses.
        stage: String,
        /// Its version.
        version: u64,
    },
    /// A contact message, with its key.
    Message(String),
    /// A request to exchange points.
    Redemption {
        /// Its id.
        id: u64,
        /// Where it stands.
        status: &'static str,
        /// The id of what it is for.
        offer: String,
        /// How many points that costs.
        points: u64,
    },
    /// Nothing: it is a test of the webhook.
    Nothing,
}

/// A failed try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedTry {
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// The code of the failure.
    pub failure: &'static str,
    /// When to try again; `None` to give up.
    pub next: Option<Instant>,
    /// Until when no other delivery of this webhook is tried.
    pub rest_until: Instant,
    /// Whether the receiver wants no more deliveries, so that the webhook is switched off.
    pub gone: bool,
}

/// A text message to a referrer that is not tried any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndeliveredText {
    /// The id of its delivery.
    pub id: String,
    /// The event whose words it has; `None` if it told the state of the referral.
    pub said: Option<String>,
    /// When it was given up.
    pub at: Instant,
    /// How often it was tried.
    pub attempts: u64,
    /// Why the last try failed.
    pub failure: DeliveryFailure,
}

/// An API token to store.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its SHA-256.
    pub token: [u8; 32],
    /// The number of its maker.
    pub maker: MobileNumber,
    /// Its entry in the list.
    pub listed: TokenView,
}
