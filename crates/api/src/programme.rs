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

/// How many versions of the settings a list has.
pub const PROGRAMMES_SHOWN: u32 = 50;

/// A version of the settings: the one that holds, or an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ProgrammeVersion {
    /// Its number; 0 for what the programme begins with.
    pub version: u64,
    /// When it was set, in milliseconds since 1970; `null` for version 0.
    pub at: Option<Instant>,
    /// Who set it.
    pub by: Option<Maker>,
    /// What it changed, in sentences.
    pub changes: Vec<String>,
    /// What would change if it were set again now, in sentences; empty also where a rule would refuse it.
    pub again: Vec<String>,
    /// All of it, to be set again.
    pub settings: ProgrammeDraft,
}

/// The versions of the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ProgrammeVersions {
    /// The newest first, at most 50, and what the programme begins with if that is among them.
    pub versions: Vec<ProgrammeVersion>,
}

/// What is to hold from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProgrammeRequest {
    /// The [`ProgrammeView::version`] that it was made from.
    pub version: u64,
    /// All settings, also those that stay as they are.
    pub settings: ProgrammeDraft,
}
