//! The inbox: what waits for staff.

use domain::event::Task;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::referrals::HostedReferral;

/// Which part of the inbox is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, rename_all = "camelCase")]
pub struct InboxQuery {
    /// The section; by default that of `after`, or else the first one that has something.
    #[param(inline)]
    pub section: Option<InboxSection>,
    /// Whose work; by default the caller's and nobody's.
    #[param(inline)]
    pub whose: InboxWhose,
    /// When the caller's day ends, in milliseconds since 1970; by default 24 hours from now, and never
    /// later than that.
    pub day_ends: Option<u64>,
    /// [`Inbox::next`] of the previous page.
    pub after: Option<String>,
}

/// Whose work the inbox shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InboxWhose {
    /// The caller's own, and what is nobody's.
    #[default]
    Mine,
    /// The caller's own, that of those who carry the name of their team, and what is nobody's.
    Team,
    /// Everybody's.
    All,
}

/// A section of the inbox. A referral is in the first one that it belongs to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum InboxSection {
    /// Something was to be done before now.
    Overdue,
    /// Something is to be done before the day ends.
    Today,
    /// Nobody who works here now is responsible for it.
    New,
    /// It waits for a decision that the caller may make.
    Waiting,
}

impl InboxSection {
    /// All sections, in order.
    pub const ALL: [Self; 4] = [Self::Overdue, Self::Today, Self::New, Self::Waiting];

    /// The name in addresses and cursors.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Overdue => "overdue",
            Self::Today => "today",
            Self::New => "new",
            Self::Waiting => "waiting",
        }
    }
}

/// A page of the inbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Inbox {
    /// The section of this page.
    pub section: InboxSection,
    /// How many referrals are in each section.
    pub counts: InboxCounts,
    /// The referrals, those longest in their stage first.
    pub referrals: Vec<InboxEntry>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// The number of referrals in each section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[expect(missing_docs, reason = "the names are the sections")]
pub struct InboxCounts {
    pub overdue: u64,
    pub today: u64,
    pub new: u64,
    pub waiting: u64,
}

impl InboxCounts {
    /// The count of a section.
    pub fn of(self, section: InboxSection) -> u64 {
        match section {
            InboxSection::Overdue => self.overdue,
            InboxSection::Today => self.today,
            InboxSection::New => self.new,
            InboxSection::Waiting => self.waiting,
        }
    }
}

/// A referral in the inbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct InboxEntry {
    /// The referral.
    #[serde(flatten)]
    pub referral: HostedReferral,
    /// What is to be done next. If nobody planned anything, it is what its stage asks for.
    pub task: Option<Task>,
    /// The decisions that it waits for; often none.
    pub decisions: Vec<InboxDecision>,
}

/// A decision that a referral waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InboxDecision {
    /// Somebody asks for an award.
    Award,
    /// It may be a duplicate.
    Duplicate,
    /// It is unclear whose number it is, and nobody has contacted the person yet.
    Number,
}
