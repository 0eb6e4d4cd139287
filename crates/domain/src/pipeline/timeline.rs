//! The events of a referral, in the form that a particular viewer may see.

use alloc::string::String;
use alloc::vec::Vec;

use super::author::Author;
use super::known::Known;
use super::progress::Progress;
use super::undo::{Facts, Undoing};
use crate::account::DecisionPolicy;
use crate::event::Event;
use crate::history::StatusAndPoints;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// An event in a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEvent {
    /// The id by which it can be undone.
    pub id: String,
    /// The stored text, unchanged.
    pub text: String,
    /// The event as this version reads it.
    pub event: Event,
    /// Whether it came by an import. What it says of its author proves nothing.
    pub imported: bool,
    /// Whether a later event has undone it.
    pub undone: bool,
    /// Whether the viewer may undo it, perhaps only with a note.
    pub can_undo: bool,
    /// The progress after this event; `None` if the event does not change it or does not count.
    pub progress: Option<Progress>,
}

/// The events of a referral since its submission, in the order in which they take effect. The
/// referred person does not see events from before a correction of the number, because the referral
/// may have been about somebody else.
///
/// # Errors
///
/// [`RejectionCode::ReferralGone`] or [`RejectionCode::NotLoggedIn`] if the viewer may not see it.
pub fn timeline(
    known: &Known,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Vec<TimelineEvent>, RejectionCode> {
    let case = known.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let author = Author::of(case, actor, known.relation)?;
    let undoing = Undoing::of(known, case, &author, policy, now);
    let mut progress = Progress::submitted(case);
    let events = undoing.history.events().map(|stored| {
        let counts = undoing.history.counts(stored);
        let stage = progress.stage.clone();
        let is_late = progress.is_closed_unsuccessfully() && stored.event.kind.is_refusal();
        if counts {
            progress.add(stored);
        }
        let sets_stage = StatusAndPoints::set_by(&stored.event).is_some() && !is_late;
        let changes_stage = counts && (sets_stage || progress.stage != stage);
        let can_undo = || undoing.may_undo(stored, "note", Facts::UNKNOWN).is_ok();
        let id = stored.id();
        TimelineEvent {
            imported: known.imported.contains(&id),
            id,
            text: stored.text.clone(),
            undone: !counts,
            can_undo: counts && can_undo(),
            progress: changes_stage.then(|| progress.clone()),
            event: stored.event.clone(),
        }
    });
    Ok(events.skip(undoing.hidden).collect())
}
