//! How far along a referral is, and how it came there, for whoever looks at it.

use serde::Serialize;

use crate::HostedReferral;
use domain::event::Stage;
use domain::pipeline::{CorrectedField, Progress, Reason};
use domain::referral::Instant;

/// Where a referral stands in the programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// The stage.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stage: Stage,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub since: Instant,
    /// What the referrer reads about it.
    pub sentence: &'static str,
    /// The open stage that it is in, or was in when it was closed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub open: Stage,
    /// Why it was declined. For staff, like the fields after this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<Reason>,
    /// The id of whoever of the staff is responsible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub owner: Option<String>,
    /// Whether somebody has decided that its referrer is credited, or is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub credited: Option<bool>,
}

impl ProgressView {
    /// As staff see it, or everybody else.
    pub fn of(progress: Progress, for_staff: bool) -> Self {
        let Progress { stage, since, open, reason, owner, credited } = progress.clone();
        Self {
            stage,
            since,
            sentence: progress.sentence(),
            open,
            reason: reason.filter(|_| for_staff),
            owner: owner.filter(|_| for_staff),
            credited: credited.filter(|_| for_staff),
        }
    }
}

/// A referral with all that has happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReferralDetail {
    /// As a list shows it.
    pub referral: HostedReferral,
    /// The texts as they were submitted, whatever was corrected since.
    pub submitted: SubmittedTexts,
    /// What has happened, in the order in which it counts, with the submission first. Whoever is not
    /// of the staff is shown each stage in a public sentence (`text`), and what they did themselves.
    pub timeline: Vec<TimelineEntry>,
    /// The kinds of [`ReferralCommand`](crate::ReferralCommand) that whoever asks could give now.
    pub possible: Vec<&'static str>,
}

/// The texts of a referral that can be corrected, as they were submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubmittedTexts {
    /// Who is referred.
    pub referred_name: String,
    /// How to reach them.
    pub referred_phone: String,
    /// For which service, by its value.
    pub service: String,
    /// What the referrer added.
    pub notes: String,
}

/// Something that has happened to a referral.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TimelineEntry {
    /// By which it can be undone; empty for the submission.
    pub name: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// Who did it.
    pub by: TimelineAuthor,
    /// What: `submitted`, `points`, `recorded`, `moved`, `declined`, `withdrawn`, `reopened`,
    /// `corrected`, `undone`, `noted`, `assigned`, `credited`, or a kind of a later version's.
    pub kind: String,
    /// The stage that it is in from then on, if the event counts and says anything about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub stage: Option<Stage>,
    /// The field corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub field: Option<CorrectedField>,
    /// What the field says now; the id of whom it was assigned to; `yes` or `no` for who is credited;
    /// for whoever is not of the staff, the public sentence of the stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    /// Why it was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<Reason>,
    /// What the author wrote about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<String>,
    /// The points saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub points: Option<u64>,
    /// The name of the event that it undoes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<String>,
    /// Whether a later event has undone it.
    pub undone: bool,
    /// Whether whoever asks may undo it now, at least with a note.
    pub can_undo: bool,
}

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimelineAuthor {
    /// In which role.
    pub kind: AuthorKind,
    /// The id of a member of staff; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub staff: Option<String>,
    /// How they are shown.
    pub shown: String,
}

/// In which role somebody did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum AuthorKind {
    /// Somebody who was not logged in.
    Guest,
    /// The member who referred.
    Referrer,
    /// Whoever is referred.
    Referred,
    /// The admin of before there was a staff.
    Admin,
    /// Somebody who works for the company.
    Staff,
    /// Whoever took in a copy.
    Import,
    /// It is not on record.
    Unknown,
}
