//! The progress and the timeline of a referral, in the form that a particular viewer may see.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::HostedReferral;
use domain::event::{
    CallOutcome, ConsentAnswer, ConsentWay, CorrectedField, Reason, Stage, Task, Way,
};
use domain::pipeline::{Consent, Progress, Proposal, staff_of};
use domain::points::Points;
use domain::referral::Instant;

/// The state of a referral in the pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// The stage.
    #[schema(value_type = String)]
    pub stage: Stage,
    /// When it entered the stage, in milliseconds since 1970.
    pub since: Instant,
    /// The name of the stage that the referrer and the referred person read, beside the status:
    /// that is Pending in all open stages.
    pub public_stage: String,
    /// The sentence that the referrer reads.
    pub sentence: String,
    /// The open stage that it is in, or was in when it was closed.
    #[schema(value_type = String)]
    pub open: Stage,
    /// Why it was declined. This field and those after it are for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub reason: Option<Reason>,
    /// The id of its owner, a member of staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// What somebody decided about crediting its referrer; absent if nobody decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credited: Option<bool>,
    /// An award that somebody asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<ProposedPoints>,
    /// What was planned to be done next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Task>,
    /// How many calls in a row nobody answered; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<u32>,
    /// What the person who was referred said about being called; absent if nobody asked them. For staff, and as
    /// long as the referral is open for everybody else: they read of a refusal what they read of other closings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentView>,
    /// Whether the person may be told who referred them; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    #[schema(required = false)]
    pub says_who: bool,
}

/// What the person who was referred said about being called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ConsentView {
    /// What they said, or that they were asked.
    #[schema(value_type = String)]
    pub answer: ConsentAnswer,
    /// Since when, in milliseconds since 1970.
    pub at: Instant,
    /// How.
    #[schema(value_type = String)]
    pub way: ConsentWay,
    /// The version of the text that they were shown, or that was read to them.
    pub text: u64,
}

impl From<Consent> for ConsentView {
    fn from(Consent { answer, at, way, text }: Consent) -> Self {
        Self { answer, at, way, text }
    }
}

/// An award that somebody asked for. More points than one person may award become one when another
/// owner or manager saves the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct ProposedPoints {
    /// How many; absent if whoever awards is to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The id of the member of staff who asked; absent if the proposal was imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<String>,
    /// Whether the proposal came by an import. It counts for nobody: two owners or managers have to
    /// save the same number.
    pub imported: bool,
}

impl ProposedPoints {
    fn of(Proposal { event, points, by }: Proposal, imported: &BTreeSet<String>) -> Self {
        let imported = imported.contains(&event);
        let staff = staff_of(&by).filter(|_| !imported).map(str::to_owned);
        Self { points: points.map(Points::get), staff, imported }
    }
}

/// What is said about a referral's progress to whoever looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidProgress {
    /// The name of the stage that the referrer and the referred person read.
    pub public_stage: String,
    /// The sentence that the referrer reads.
    pub sentence: String,
}

impl ProgressView {
    /// The view for staff, or for everybody else, with what is said about it. `imported` has the
    /// [ids](domain::history::event_id) of the imported events.
    pub fn of(
        progress: Progress,
        SaidProgress { public_stage, sentence }: SaidProgress,
        for_staff: bool,
        imported: &BTreeSet<String>,
    ) -> Self {
        let Progress {
            stage,
            since,
            open,
            reason,
            owner,
            credited,
            proposed,
            next,
            unanswered,
            consent,
            says_who,
            dealt: _,
        } = progress;
        let is_open = stage.is_open();
        Self {
            stage,
            since,
            public_stage,
            sentence,
            open,
            reason: reason.filter(|_| for_staff),
            owner: owner.filter(|_| for_staff),
            credited: credited.filter(|_| for_staff),
            proposed: proposed
                .filter(|_| for_staff)
                .map(|proposal| ProposedPoints::of(proposal, imported)),
            next: next.filter(|_| for_staff),
            unanswered: Some(unanswered).filter(|&calls| for_staff && calls > 0),
            consent: consent.filter(|_| for_staff || is_open).map(ConsentView::from),
            says_who,
        }
    }
}

/// A referral with its events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct ReferralDetail {
    /// The referral as lists show it.
    pub referral: HostedReferral,
    /// The texts that can be corrected, as they were submitted.
    pub submitted: BTreeMap<CorrectedField, String>,
    /// The events in the order in which they take effect; the submission comes first. Everybody but
    /// staff sees a public sentence (`text`) for each stage, and the events that they added
    /// themselves.
    pub timeline: Vec<TimelineEntry>,
    /// For staff: what is to be done next, planned by somebody or asked for by the stage. Absent if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The kinds of [`ReferralCommand`](crate::ReferralCommand) that the viewer could give now.
    pub possible: Vec<&'static str>,
}

/// An event of a referral.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct TimelineEntry {
    /// The id by which it can be undone; empty for the submission. A text message that was not delivered has one too,
    /// but cannot be undone.
    pub id: String,
    /// When it happened, in milliseconds since 1970.
    pub at: Instant,
    /// Its author.
    pub by: TimelineAuthor,
    /// Its kind: `submitted`, `points`, `recorded`, `moved`, `declined`, `withdrawn`, `reopened`,
    /// `corrected`, `undone`, `noted`, `assigned`, `credited`, `proposed`, `called`, `scheduled`,
    /// `done`, `said`, `consent`, `says-who`, or a kind of a later version. For staff also `undelivered`: a text
    /// message to the referrer that is not tried any more.
    pub kind: String,
    /// The stage after the event; absent if the event does not change it or does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub stage: Option<Stage>,
    /// The corrected field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<CorrectedField>,
    /// For staff: the field's new text, the id of the new owner, or `yes` or `no` for whether the
    /// referrer is credited. For staff and the referrer, `yes` or `no` for whether the person may be told who
    /// referred them. For everybody else: the public sentence of the stage, or what they corrected the field
    /// to, a service by its label. For staff and the referrer: what was said to them. Of a text message that was
    /// not delivered: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why it was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub reason: Option<Reason>,
    /// The author's note. Of a text message that was not delivered: what somebody wrote in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How a call went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub outcome: Option<CallOutcome>,
    /// What was planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Task>,
    /// How somebody wrote to the referrer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub way: Option<Way>,
    /// What the person who was referred said about being called, or that they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentView>,
    /// The points that were saved or proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The id of the event that this one undoes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// When it came by an import, in milliseconds since 1970; for staff only. Its time is then what
    /// the file says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported: Option<Instant>,
    /// Whether a later event has undone it.
    pub undone: bool,
    /// Whether the viewer may undo it now, perhaps only with a note.
    pub can_undo: bool,
}

/// The author of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TimelineAuthor {
    /// Their role.
    pub kind: AuthorKind,
    /// The id of the member of staff; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub staff: Option<String>,
    /// The name to show.
    pub shown: String,
}

/// The role of an author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuthorKind {
    /// Somebody who was not logged in.
    Guest,
    /// The member who made the referral.
    Referrer,
    /// The referred person.
    Referred,
    /// The admin of browser mode, whose records were imported.
    Admin,
    /// A member of staff.
    Staff,
    /// The person who imported an export.
    Import,
    /// Not recorded.
    Unknown,
}
