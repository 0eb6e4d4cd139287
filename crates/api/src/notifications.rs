//! How members are notified about their referrals.

use serde::{Deserialize, Serialize};

/// The ways of notifying. E-mail is not one, because no address is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// Not at all.
    #[default]
    None,
    /// By a text message to their number.
    Sms,
}

/// A member's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationSettings {
    /// The way.
    pub notify: Notify,
}
