//! Erasing what is stored about a person.

use serde::{Deserialize, Serialize};

use domain::rejection::RejectionCode;

/// Erases what is stored about a referred person, at their request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErasureRequest {
    /// The person's phone number, in any spelling.
    pub phone: String,
}

/// What was erased, by kind.
// Answers that earlier versions kept for retries have fewer kinds; what a server says has all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Erased {
    /// How many accounts.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub accounts: u64,
    /// How many logins.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub sessions: u64,
    /// How many referrals.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub referrals: u64,
    /// How many contact messages.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub messages: u64,
    /// In how many messages, referrals and account names of others the number was blanked out.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub blanked: u64,
    /// In how many changes of other referrals it was forgotten who made them.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changes: u64,
    /// Whether the number has an account, which only its holder erases.
    // The name that it has in answers of the version before.
    #[serde(default, alias = "account_stays")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub account_stays: bool,
}

impl ErasureRequest {
    /// The number, if there is one: nobody can ask for what has none.
    pub fn phone(&self) -> Result<&str, RejectionCode> {
        let missing = self.phone.trim().is_empty();
        if missing { Err(RejectionCode::ReferredPhoneMissing) } else { Ok(&self.phone) }
    }
}
