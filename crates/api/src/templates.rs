//! What may be said to the referrer of a referral, and how.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use domain::event::Way;
use domain::pipeline::Template;
use domain::rejection::RejectionCode;

/// The templates for one referral, and the ways of writing to its referrer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct FilledTemplates {
    /// The templates, with their fields filled in.
    pub templates: Vec<Template>,
    /// The ways that there are, in the order in which they are offered.
    pub ways: Vec<WayState>,
    /// The number to open WhatsApp with, in digits with the country code; `null` if it is not clear.
    pub digits: Option<String>,
}

/// Whether somebody may write to the referrer in this way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct WayState {
    /// The way.
    #[schema(value_type = String)]
    pub way: Way,
    /// Why not, at the moment; `null` if they may.
    pub refused: Option<RejectionCode>,
    /// The same in words.
    pub why: Option<String>,
}
