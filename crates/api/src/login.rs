//! Requesting a code, logging in, and sessions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use domain::account::{LoginMode, User};
use domain::pipeline::ServiceChoice;
use domain::referral::Instant;
use domain::rewards::Gains;

use crate::StaffView;

/// A request for a one-time code.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CodeRequest {
    /// As it was typed.
    pub mobile: String,
    /// The solved puzzle, if an earlier request was refused with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub proof: Option<Proof>,
}

/// A proof of work that is required before a code is sent. A solution is a number for which the
/// SHA-256 of `text`, followed by the number in decimal digits, begins with `bits` zero bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// The text to hash.
    pub text: String,
    /// The number of leading zero bits.
    pub bits: u32,
    /// The time until which it may be solved, in milliseconds since 1970.
    pub expires_at: Instant,
    /// A random text that makes the puzzle unique.
    pub salt: String,
}

/// A puzzle as it was given, with its solution. It is valid once, for the number and the network
/// that it was given to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Proof {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number that solves it.
    pub solution: u64,
}

/// A code was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// To be returned with the code. It reveals nothing about it.
    pub challenge: String,
    /// The number of digits of the code.
    pub digits: u32,
    /// The time until which the code is valid, in milliseconds since 1970.
    pub expires_at: Instant,
}

/// A request to log in or sign up with a code.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LoginRequest {
    /// [`CodeSent::challenge`].
    pub challenge: String,
    /// Log in, or sign up.
    pub mode: LoginMode,
    /// As it was typed.
    pub code: String,
}

/// The role of the person who is logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nobody is logged in.
    Guest,
    /// A member.
    Member,
    /// The admin.
    Admin,
}

/// Who is logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The role.
    pub role: Role,
    /// The user; `null` for a guest.
    pub user: Option<User>,
    /// The number in the format of its country.
    pub shown: Option<String>,
    /// Whether the second factor was given. Without it, staff may do nothing that needs a staff
    /// role.
    pub confirmed: bool,
    /// Their staff record; `null` for everybody else.
    pub staff: Option<StaffView>,
    /// What somebody can be referred for, in the order of a form; absent while that is what the site has
    /// by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub services: Option<Vec<ServiceChoice>>,
    /// What a referral is worth; absent while no rule says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gains: Option<Gains>,
}

/// One of a user's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionEntry {
    /// The key, for ending it.
    pub key: String,
    /// When it began, in milliseconds since 1970.
    pub begun_at: Instant,
    /// When it was last used, rounded to the minute, in milliseconds since 1970.
    pub used_at: Instant,
    /// The kind of device, such as "Firefox on Android"; `null` if unknown.
    pub device: Option<String>,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// A user's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Sessions {
    /// The sessions, the most recently used first.
    pub sessions: Vec<SessionEntry>,
}

/// A request that gives the second factor.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SecondFactorRequest {
    /// What the authenticator app shows, or a recovery code.
    pub code: String,
}
