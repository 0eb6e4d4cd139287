//! The list of those who have earned most points in a quarter, under names that they chose for it.

use alloc::string::String;

use serde::{Deserialize, Serialize};

/// How many the list names. Nobody below them is on it.
pub const LEADERS_MAX: u32 = 10;

/// Who may see the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Leaderboard {
    /// Nobody: there is none.
    #[default]
    Off,
    /// Whoever has logged in.
    Members,
    /// Everybody.
    Public,
}

/// Somebody who is on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The name that they chose.
    pub name: String,
    /// How many points they have earned; more than none.
    pub points: u64,
}
