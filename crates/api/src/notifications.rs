//! How members are notified about their referrals.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The ways of notifying. Email is not one, because no address is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// Not at all.
    #[default]
    None,
    /// By a text message to their number.
    Sms,
}

/// A member's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NotificationSettings {
    /// The way.
    pub notify: Notify,
}
