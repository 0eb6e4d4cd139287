//! API tokens: what other programs come in with.

use serde::{Deserialize, Serialize};

use domain::referral::Instant;

/// How many tokens there may be.
pub const TOKENS_MAX: u32 = 50;

/// How many days a token is good for at most.
pub const TOKEN_DAYS_MAX: u32 = 400;

/// How long the name of a token may be, in characters.
const NAME_MAX: usize = 64;

/// As many digits may be somebody's number, which no erasure looks for here.
const TELLING_DIGITS: usize = 7;

/// What a token reaches, of what its maker may do. What needs a fresh second factor is in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TokenScope {
    /// Lists, searches and looks at referrals.
    #[serde(rename = "referrals:read")]
    ReferralsRead,
    /// Submits and changes referrals.
    #[serde(rename = "referrals:write")]
    ReferralsWrite,
    /// Lists contact messages.
    #[serde(rename = "messages:read")]
    MessagesRead,
    /// Sees and changes webhooks, and has deliveries sent again.
    #[serde(rename = "webhooks:manage")]
    WebhooksManage,
}

impl TokenScope {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::ReferralsRead, Self::ReferralsWrite, Self::MessagesRead, Self::WebhooksManage];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReferralsRead => "referrals:read",
            Self::ReferralsWrite => "referrals:write",
            Self::MessagesRead => "messages:read",
            Self::WebhooksManage => "webhooks:manage",
        }
    }
}

/// Makes a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenRequest {
    /// What it is for, to tell it from others.
    pub name: String,
    /// What it reaches.
    pub scopes: Vec<TokenScope>,
    /// How many days it is good for: 1 to [`TOKEN_DAYS_MAX`].
    pub days: u32,
}

impl TokenRequest {
    /// Whether a token can be made of it.
    ///
    /// # Errors
    ///
    /// What is wrong, for whoever wrote the program that asks.
    pub fn check(&self) -> Result<(), &'static str> {
        let digits = self.name.chars().filter(char::is_ascii_digit).count();
        if self.name.trim().is_empty() || self.name.chars().count() > NAME_MAX {
            return Err("The field `name` has 1 to 64 characters.");
        }
        if digits >= TELLING_DIGITS {
            return Err("The field `name` has 6 digits at most: no number of anybody's.");
        }
        if self.scopes.is_empty() {
            return Err("The field `scopes` names one scope at least.");
        }
        if !(1..=TOKEN_DAYS_MAX).contains(&self.days) {
            return Err("The field `days` is 1 to 400.");
        }
        Ok(())
    }
}

/// A token, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    /// Names it, to revoke it by.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// How it begins.
    pub prefix: String,
    /// What it reaches.
    pub scopes: Vec<TokenScope>,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub made_at: Instant,
    /// Until when it is good, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub expires_at: Instant,
    /// When it was last used, to the minute, in milliseconds since 1970; `null` if it was not.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub used_at: Option<Instant>,
}

/// All tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// The oldest first.
    pub tokens: Vec<TokenView>,
}

/// A token that was made, which is shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenSecret {
    /// How it is listed.
    pub token: TokenView,
    /// What goes into the header: `Authorization: Bearer kg_…`.
    pub secret: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_crosses_under_its_name() {
        for scope in TokenScope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
    }

    #[test]
    fn a_token_has_a_name_a_scope_and_an_end() {
        let scopes = vec![TokenScope::ReferralsRead];
        let good = TokenRequest { name: "Accounts 2026".to_owned(), scopes, days: 400 };
        assert_eq!(good.check(), Ok(()));
        for bad in [
            TokenRequest { name: " ".to_owned(), ..good.clone() },
            TokenRequest { name: "n".repeat(65), ..good.clone() },
            TokenRequest { name: "for 98765 43210".to_owned(), ..good.clone() },
            TokenRequest { scopes: Vec::new(), ..good.clone() },
            TokenRequest { days: 0, ..good.clone() },
            TokenRequest { days: 401, ..good.clone() },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
