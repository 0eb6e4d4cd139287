//! What owners set about the programme.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::staff::Maker;
use domain::pipeline::ProgrammeDraft;
use domain::referral::Instant;

/// What holds for everybody at the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ProgrammeView {
    /// Its number; 0 before anybody has set anything.
    pub version: u64,
    /// When it was set, in milliseconds since 1970; `null` if nobody has set anything.
    pub at: Option<Instant>,
    /// Who set it.
    pub by: Option<Maker>,
    /// What holds, with the hours of all offices.
    pub settings: ProgrammeDraft,
    /// The cities of the offices, in the order of their hours.
    pub cities: Vec<String>,
}

/// What is to hold from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProgrammeRequest {
    /// The [`ProgrammeView::version`] that it was made from.
    pub version: u64,
    /// All settings, also those that stay as they are.
    pub settings: ProgrammeDraft,
}
