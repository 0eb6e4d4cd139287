//! The bodies of erasing a referred person.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::rejection::RejectionCode;

/// Erases what is stored about a referred person, at their request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErasureRequest {
    /// The referred person's phone number, as it was stored.
    pub phone: String,
}

/// What was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Erased {
    /// How many referrals.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub referrals: u64,
}

impl ErasureRequest {
    /// The number, if there is one: nobody can ask for what has none.
    pub fn phone(&self) -> Result<&str, RejectionCode> {
        let missing = self.phone.trim().is_empty();
        if missing { Err(RejectionCode::ReferredPhoneMissing) } else { Ok(&self.phone) }
    }
}
