//! Webhooks: other programs that are told what happens, and how telling them goes.

use serde::{Deserialize, Serialize};

use domain::referral::Instant;

use crate::DeliveryFailure;

/// How many webhooks there may be: each costs every event a row.
pub const WEBHOOKS_MAX: u32 = 20;

/// How long the address of a webhook may be, in bytes.
pub const WEBHOOK_URL_MAX: usize = 1000;

/// What other programs can be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WebhookEvent {
    /// A referral was submitted.
    #[serde(rename = "referral.submitted")]
    ReferralSubmitted,
    /// Something has happened to a referral.
    #[serde(rename = "referral.changed")]
    ReferralChanged,
    /// A contact message has come.
    #[serde(rename = "message.received")]
    MessageReceived,
}

impl WebhookEvent {
    /// All of them.
    pub const ALL: [Self; 3] =
        [Self::ReferralSubmitted, Self::ReferralChanged, Self::MessageReceived];

    /// Its name, which is the `type` of what is sent.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReferralSubmitted => "referral.submitted",
            Self::ReferralChanged => "referral.changed",
            Self::MessageReceived => "message.received",
        }
    }
}

/// The `type` of what is sent to try a webhook out.
pub const TEST_EVENT: &str = "webhook.test";

/// Adds a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookRequest {
    /// Where it is reached: an `https://` address on the public internet.
    pub url: String,
    /// What it is told of; empty for all, also what a later version adds.
    #[serde(default)]
    pub events: Vec<WebhookEvent>,
}

/// Changes a webhook. What is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct WebhookChange {
    /// Another address.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub url: Option<String>,
    /// Other events.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub events: Option<Vec<WebhookEvent>>,
    /// Whether it is on. While it is off, it is told of nothing that happens, and what was still to
    /// be sent waits.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub enabled: Option<bool>,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookView {
    /// Names it.
    pub id: String,
    /// Where it is reached.
    pub url: String,
    /// What it is told of; empty for all.
    pub events: Vec<WebhookEvent>,
    /// Whether it is on. A receiver that answers 410 switches it off.
    pub enabled: bool,
    /// When it was added, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub made_at: Instant,
    /// Until when the secret before is good as well, in milliseconds since 1970; `null` if there is
    /// none.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub rotating_until: Option<Instant>,
}

/// All webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Webhooks {
    /// The oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// A webhook with its secret, which is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookSecret {
    /// The webhook.
    pub webhook: WebhookView,
    /// What its receiver checks signatures with: `whsec_` and base64.
    pub secret: String,
}

/// Where a delivery stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DeliveryState {
    /// It is still to be sent, for the first time or again.
    Waiting,
    /// Its receiver has it.
    Delivered,
    /// It was tried as often as it is worth while.
    Failed,
}

/// That one webhook is told of one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView {
    /// Names it; its `webhook-id`, the same at every attempt.
    pub id: String,
    /// The name of the event.
    pub event: String,
    /// When that happened, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// Where it stands.
    pub state: DeliveryState,
    /// How often it was tried.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub attempts: u64,
    /// The status of the last answer; `null` if there was none.
    pub status: Option<u16>,
    /// Why the last attempt has failed; `null` if none has.
    pub failure: Option<DeliveryFailure>,
    /// When it is tried next, in milliseconds since 1970; `null` if it is not.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub next_try: Option<Instant>,
}

/// A part of the deliveries to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Deliveries {
    /// The newest first.
    pub deliveries: Vec<DeliveryView>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_crosses_under_its_name() {
        for event in WebhookEvent::ALL {
            assert_eq!(serde_json::to_value(event).unwrap(), event.as_str());
        }
    }
}
