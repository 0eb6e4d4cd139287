//! Asking for a code, logging in, and sessions.

use serde::{Deserialize, Serialize};

use domain::account::{LoginMode, User};
use domain::referral::Instant;

use crate::StaffView;

/// Asks for a one-time code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeRequest {
    /// As it was typed.
    pub mobile: String,
    /// The solution of the puzzle that a refusal came with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub proof: Option<Proof>,
}

/// Work to be done before a code is sent. It is solved by a number for which the SHA-256 of `text`,
/// followed by that number in decimal digits, begins with `bits` bits of zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// What is hashed.
    pub text: String,
    /// With how many bits of zero the hash begins.
    pub bits: u32,
    /// Until when it can be solved, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub expires_at: Instant,
    /// Tells puzzles apart.
    pub salt: String,
}

/// A puzzle as it was given, with its solution. It is good for the number and the network that it
/// was given to, and once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proof {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number that solves it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub solution: u64,
}

/// A code is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// Goes back with the code; says nothing about it.
    pub challenge: String,
    /// How many digits it has.
    pub digits: u32,
    /// Until when it is good, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub expires_at: Instant,
}

/// Logs in or signs up with a code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoginRequest {
    /// [`CodeSent::challenge`].
    pub challenge: String,
    /// Which of the two buttons was pressed.
    pub mode: LoginMode,
    /// As it was typed.
    pub code: String,
}

/// The roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nobody is logged in.
    Guest,
    /// Somebody is.
    Member,
    /// The admin is.
    Admin,
}

/// Who is logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Their role.
    pub role: Role,
    /// The user; `null` for a guest.
    pub user: Option<User>,
    /// Their number as their country writes it.
    pub shown: Option<String>,
    /// Whether the second factor was given, without which the acts of staff are refused.
    pub confirmed: bool,
    /// What they are to the company; `null` for whoever does not work for it.
    pub staff: Option<StaffView>,
}

/// One of a user's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionEntry {
    /// Its key, to end it by.
    pub key: String,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub begun_at: Instant,
    /// When it was last used, to the minute, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub used_at: Instant,
    /// On what kind of device, such as "Firefox on Android"; `null` where that cannot be told.
    pub device: Option<String>,
    /// Whether this request came with it.
    pub current: bool,
}

/// A user's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sessions {
    /// The last used one first.
    pub sessions: Vec<SessionEntry>,
}

/// Gives the second factor.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondFactorRequest {
    /// What the authenticator app shows, or a recovery code.
    pub code: String,
}
