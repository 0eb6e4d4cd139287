//! API tokens, with which other programs use the interface.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::named::labelled;
use crate::staff::{Maker, name_without_number};
use domain::referral::Instant;

/// The maximum number of tokens.
pub const TOKENS_MAX: u32 = 50;

/// The maximum validity of a token, in days.
pub const TOKEN_DAYS_MAX: u32 = 400;

labelled! {
    /// What a token allows, within the rights of its maker. No scope covers actions that need a
    /// recent second factor, or managing staff.
    #[derive(TS, ToSchema)]
    pub enum TokenScope {
        ReferralsRead = "referrals:read": "Read referrals",
        ReferralsWrite = "referrals:write": "Submit and change referrals, and read each one for that",
        InboxRead = "inbox:read": "Read the inbox",
        ReferrersRead = "referrers:read": "Read who refers",
        DuplicatesRead = "duplicates:read": "Read duplicates",
        ReportsRead = "reports:read": "Read reports",
        RedemptionsRead = "redemptions:read": "Read what points are exchanged for",
        MessagesRead = "messages:read": "Read contact messages",
        MessagesWrite = "messages:write": "Work on contact messages, and read each one for that",
        AuditRead = "audit:read": "Read the audit",
        WebhooksManage = "webhooks:manage": "Manage webhooks",
    }
}

impl TokenScope {
    /// The routes that the scope allows: methods, with paths below `/api`.
    pub fn routes(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::ReferralsRead => &[
                ("GET", "/referrals"),
                ("POST", "/referrals/search"),
                ("GET", "/referrals/counts"),
                ("POST", "/referrals/counts"),
                ("GET", "/referrals/{key}"),
                ("GET", "/referrals/{key}/history"),
                ("GET", "/referrals/{key}/templates"),
                ("GET", "/referrals/{key}/rewards"),
                ("GET", "/colleagues"),
            ],
            Self::ReferralsWrite => &[
                ("POST", "/referrals"),
                ("PUT", "/referrals/{key}/points"),
                ("POST", "/referrals/{key}/commands"),
                ("POST", "/referrals/commands"),
                ("POST", "/duplicates"),
                ("POST", "/duplicates/decisions"),
            ],
            Self::InboxRead => &[("GET", "/inbox")],
            Self::ReferrersRead => &[
                ("GET", "/referrers"),
                ("POST", "/referrers/search"),
                ("GET", "/referrers/{key}/rewards"),
            ],
            Self::DuplicatesRead => &[("GET", "/duplicates")],
            Self::ReportsRead => {
                &[("GET", "/reports"), ("GET", "/reports/intervals"), ("GET", "/rewards/owed")]
            }
            Self::RedemptionsRead => {
                &[("GET", "/redemptions"), ("GET", "/batches"), ("GET", "/batches/{id}")]
            }
            Self::MessagesRead => &[("GET", "/messages"), ("POST", "/messages/search")],
            Self::MessagesWrite => &[("PUT", "/messages/{key}")],
            Self::AuditRead => &[("GET", "/audit"), ("POST", "/audit/search")],
            Self::WebhooksManage => &[
                ("GET", "/webhooks"),
                ("POST", "/webhooks"),
                ("PATCH", "/webhooks/{id}"),
                ("DELETE", "/webhooks/{id}"),
                ("POST", "/webhooks/{id}/rotate"),
                ("POST", "/webhooks/{id}/test"),
                ("GET", "/webhooks/{id}/deliveries"),
                ("POST", "/deliveries/{id}/replay"),
            ],
        }
    }

    /// The scope that allows a route; `None` if no token may use it.
    pub fn of(method: &str, path: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|scope| scope.routes().contains(&(method, path)))
    }
}

/// A request to make a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenRequest {
    /// Its purpose, as a name to recognise it by.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<TokenScope>,
    /// Its validity in days: 1 to [`TOKEN_DAYS_MAX`].
    pub days: u32,
}

impl TokenRequest {
    /// Checks the request, and brings its name into one line.
    ///
    /// # Errors
    ///
    /// A message for the developer of the calling program.
    pub fn check(self) -> Result<Self, &'static str> {
        let name = name_without_number(&self.name)?;
        if self.scopes.is_empty() {
            return Err("The field `scopes` names one scope at least.");
        }
        if !(1..=TOKEN_DAYS_MAX).contains(&self.days) {
            return Err("The field `days` is 1 to 400.");
        }
        Ok(Self { name, ..self })
    }
}

/// A token in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    /// Its id, for revoking it.
    pub id: String,
    /// Its purpose.
    pub name: String,
    /// The beginning of the secret.
    pub prefix: String,
    /// What it allows.
    pub scopes: Vec<TokenScope>,
    /// When it was made, in milliseconds since 1970.
    pub made_at: Instant,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: Instant,
    /// When it was last used, rounded to the minute, in milliseconds since 1970; `null` if never.
    pub used_at: Option<Instant>,
    /// For whom it acts.
    pub made_by: Option<Maker>,
}

/// All tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Tokens {
    /// The tokens, oldest first.
    pub tokens: Vec<TokenView>,
}

/// A new token with its secret, which is shown only once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenSecret {
    /// Its entry in the list.
    pub token: TokenView,
    /// The value for the header `Authorization: Bearer kg_…`.
    pub secret: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_serialised_by_its_name() {
        for scope in TokenScope::ALL {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.as_str());
        }
    }

    /// What is changed is answered with as it is afterwards.
    #[test]
    fn a_scope_that_changes_records_says_that_it_reads_them() {
        for scope in [TokenScope::ReferralsWrite, TokenScope::MessagesWrite] {
            assert!(scope.label().ends_with(", and read each one for that"), "{}", scope.as_str());
        }
    }

    #[test]
    fn a_route_is_opened_by_one_scope_and_the_document_says_by_which() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/interface.md");
        let document = std::fs::read_to_string(path).unwrap();
        for &scope in TokenScope::ALL {
            for (method, path) in scope.routes() {
                assert_eq!(TokenScope::of(method, path), Some(scope), "{method} {path}");
            }
            let routes = scope.routes().iter().map(|(method, path)| format!("`{method} {path}`"));
            let routes = routes.collect::<Vec<_>>().join(", ");
            let row = format!("| `{}` | {routes} |", scope.as_str());
            assert!(document.contains(&row), "{row}");
        }
        for (method, path) in [
            ("POST", "/erasures"),
            ("POST", "/import"),
            ("GET", "/export"),
            ("POST", "/tokens"),
            ("GET", "/staff"),
            ("POST", "/staff"),
            ("DELETE", "/me"),
        ] {
            assert_eq!(TokenScope::of(method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn a_token_has_a_name_a_scope_and_an_end() {
        let scopes = vec![TokenScope::ReferralsRead];
        let good = TokenRequest { name: "Accounts 2026".to_owned(), scopes, days: 400 };
        assert_eq!(good.clone().check(), Ok(good.clone()));
        let turned = TokenRequest { name: " Accounts\n\u{202e}2026 ".to_owned(), ..good.clone() };
        assert_eq!(turned.check(), Ok(good.clone()));
        for bad in [
            TokenRequest { name: " ".to_owned(), ..good.clone() },
            TokenRequest { name: "n".repeat(65), ..good.clone() },
            TokenRequest { name: "for 98765 43210".to_owned(), ..good.clone() },
            TokenRequest { scopes: Vec::new(), ..good.clone() },
            TokenRequest { days: 0, ..good.clone() },
            TokenRequest { days: 401, ..good.clone() },
        ] {
            assert!(bad.clone().check().is_err(), "{bad:?}");
        }
    }
}
