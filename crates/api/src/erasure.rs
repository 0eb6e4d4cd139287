//! Erasing everything stored about a person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::rejection::RejectionCode;

/// A request to erase everything stored about a referred person.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErasureRequest {
    /// The person's phone number, in any spelling.
    pub phone: String,
}

/// What was erased, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Erased {
    /// The number of accounts.
    pub accounts: u64,
    /// The number of sessions.
    pub sessions: u64,
    /// The number of staff records of somebody who has worked here: 0 or 1.
    pub staff: u64,
    /// The number of invitations to the staff that were still open: 0 or 1.
    pub invitations: u64,
    /// The number of second factors: authenticator apps and passkeys.
    pub factors: u64,
    /// The number of API tokens that were revoked.
    pub tokens: u64,
    /// The number of webhooks that were switched off. They stay, without their maker's name.
    pub webhooks: u64,
    /// The number of names on the list of those with most points: 0 or 1.
    pub leader_names: u64,
    /// The number of referrals.
    pub referrals: u64,
    /// The number of contact messages.
    pub messages: u64,
    /// The number of messages, referrals and names of other people in which the number was blanked.
    pub blanked: u64,
    /// The number of changes of other referrals whose author was removed.
    pub changes: u64,
    /// Whether the number has an account. Only its holder can erase that.
    pub account_stays: bool,
}

impl ErasureRequest {
    /// The number, or an error if it is empty.
    pub fn phone(&self) -> Result<&str, RejectionCode> {
        let missing = self.phone.trim().is_empty();
        if missing { Err(RejectionCode::ReferredPhoneMissing) } else { Ok(&self.phone) }
    }
}
