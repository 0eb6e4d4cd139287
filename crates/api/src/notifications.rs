//! How a member is told of what becomes of their referrals.

use serde::{Deserialize, Serialize};

/// The ways. There is no address for e-mail on record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Notify {
    /// Not at all: they look by themselves.
    #[default]
    None,
    /// By a text message to their number.
    Sms,
}

/// What a member has chosen, or chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationSettings {
    /// The way.
    pub notify: Notify,
}
