//! Webhooks, which notify other programs of events, and their deliveries.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::referral::Instant;

use crate::DeliveryFailure;
use crate::named::named;
use crate::staff::Maker;

/// The maximum number of webhooks. Every event adds a row for each.
pub const WEBHOOKS_MAX: u32 = 20;

/// The maximum length of a webhook's address, in bytes.
pub const WEBHOOK_URL_MAX: usize = 1000;

named! {
    /// The events that webhooks can be notified of. The name is the `type` of the delivery.
    #[derive(TS, ToSchema)]
    pub enum WebhookEvent {
        /// A referral was submitted.
        ReferralSubmitted = "referral.submitted",
        /// A referral was changed.
        ReferralChanged = "referral.changed",
        /// A contact message has arrived.
        MessageReceived = "message.received",
        /// A referral has earned points.
        RewardEarned = "reward.earned",
        /// A member has asked to exchange points.
        RedemptionRequested = "redemption.requested",
        /// A member has got what they exchanged points for.
        RedemptionPaid = "redemption.paid",
        /// What a member exchanged points for could not be paid.
        RedemptionFailed = "redemption.failed",
    }
}

/// The `type` of a test delivery.
pub const TEST_EVENT: &str = "webhook.test";

/// A request to add a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct WebhookRequest {
    /// Its address: `https://` on the public internet.
    pub url: String,
    /// The events that it wants; empty for all, including those of later versions.
    #[serde(default)]
    pub events: Vec<WebhookEvent>,
}

/// A request to change a webhook. Absent fields stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(default)]
pub struct WebhookChange {
    /// The new address.
    pub url: Option<String>,
    /// The new events.
    pub events: Option<Vec<WebhookEvent>>,
    /// Whether it is on. While it is off, new events are not delivered to it, and deliveries that
    /// were pending wait.
    pub enabled: Option<bool>,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookView {
    /// Its id.
    pub id: String,
    /// Its address.
    pub url: String,
    /// The events that it wants; empty for all.
    pub events: Vec<WebhookEvent>,
    /// Whether it is on. An answer with status 410 switches it off.
    pub enabled: bool,
    /// When it was added, in milliseconds since 1970.
    pub made_at: Instant,
    /// Until when the previous secret is valid too, in milliseconds since 1970; `null` if there is
    /// none.
    pub rotating_until: Option<Instant>,
    /// Under whose name it runs.
    pub made_by: Option<Maker>,
}

/// All webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Webhooks {
    /// The webhooks, oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// A webhook with its secret, which is shown only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct WebhookSecret {
    /// The webhook.
    pub webhook: WebhookView,
    /// The key for checking signatures: `whsec_` and base64.
    pub secret: String,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryState {
    /// It waits for its first try or for another one.
    Waiting,
    /// The receiver has accepted it.
    Delivered,
    /// It failed after all retries.
    Failed,
}

/// A delivery: one event for one webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView {
    /// Its id, sent as `webhook-id`; the same at every attempt.
    pub id: String,
    /// The name of the event.
    pub event: String,
    /// When the event happened, in milliseconds since 1970.
    pub at: Instant,
    /// Its state.
    pub state: DeliveryState,
    /// The number of attempts.
    pub attempts: u64,
    /// The HTTP status of the last answer; `null` if there was none.
    pub status: Option<u16>,
    /// Why the last attempt failed; `null` if none has failed.
    pub failure: Option<DeliveryFailure>,
    /// When the next attempt is due, in milliseconds since 1970; `null` if there is none.
    pub next_try: Option<Instant>,
}

/// A page of a webhook's deliveries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Deliveries {
    /// The deliveries, newest first.
    pub deliveries: Vec<DeliveryView>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_serialised_by_its_name() {
        for event in WebhookEvent::ALL {
            assert_eq!(serde_json::to_value(event).unwrap(), event.as_str());
        }
    }

    #[test]
    fn whoever_receives_them_can_read_about_each() {
        let page = include_str!("../../../docs/webhooks.md");
        for event in WebhookEvent::ALL.iter().map(|event| event.as_str()).chain([TEST_EVENT]) {
            assert!(page.contains(&format!("\n| `{event}` |")), "{event}");
        }
    }
}
