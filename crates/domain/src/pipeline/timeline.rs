//! The events of a referral, in the form that a particular viewer may see.

use alloc::string::String;
use alloc::vec::Vec;

use super::commands::Author;
use super::progress::Progress;
use crate::case::Case;
use crate::decision::Relation;
use crate::event::{Event, Role, Stage};
use crate::history::{Fields, event_id, is_among};
use crate::limits::UNDOS_MAX;
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
    case: &Case,
    actor: &Viewer,
    relation: Relation,
    now: Instant,
) -> Result<Vec<TimelineEvent>, RejectionCode> {
    let author = Author::of(case, actor, relation)?;
    let history = case.history();
    let undone = history.undone();
    let undos_left = history.undo_count() < UNDOS_MAX;
    let mut progress = Progress::submitted(case);
    let hidden = author.hidden_events(&history);
    let events = history.texts().map(|text| {
        let fields = Fields::of(text);
        let undone = is_among(&undone, text);
        if !undone {
            progress.add(&fields);
        }
        let changes_stage = !undone && fields.status_and_points().is_some();
        TimelineEvent {
            id: event_id(text),
            text: text.into(),
            undone,
            can_undo: undos_left && !undone && author.may_undo(&fields, now, "note").is_ok(),
            progress: changes_stage.then(|| progress.clone()),
            event: event_of(&fields),
        }
    });
    Ok(events.skip(hidden).collect())
}

fn event_of(fields: &Fields<'_>) -> Event {
    let at = fields.value("at").unwrap_or_default();
    let saw = fields.value("saw").unwrap_or_default();
    Event {
        points: fields.value("points"),
        status: fields.value("status"),
        stage: fields.word("stage").map(Stage::from),
        field: fields.word("field"),
        text: fields.word("text"),
        target: fields.word("target"),
        reason: fields.word("reason"),
        note: fields.word("note"),
        ..Event::new(fields.kind(), at, saw, fields.word("by").map(Role::from))
    }
}
