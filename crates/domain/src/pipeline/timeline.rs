//! What has happened to a referral, event by event, for whoever looks at it.

use alloc::string::String;
use alloc::vec::Vec;

use super::change::Author;
use super::progress::Progress;
use crate::case::Case;
use crate::decision::Relation;
use crate::event::{Event, Kind, Role, Stage};
use crate::history::{Fields, is_among, name};
use crate::limits::UNDOINGS_MAX;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// One thing that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEvent {
    /// By which another event can undo it.
    pub name: String,
    /// Its text, word for word.
    pub text: String,
    /// What this version reads of it.
    pub event: Event,
    /// Whether a later event has undone it.
    pub undone: bool,
    /// Whether whoever looks may undo it, at least with a note.
    pub can_undo: bool,
    /// Where the referral stood from then on, if the event counts and says anything about that.
    pub progress: Option<Progress>,
}

/// What has happened to a referral since its submission, in the order in which it counts. Whoever is
/// referred sees nothing of the time when it may have been somebody else who was.
///
/// # Errors
///
/// [`RejectionCode::ReferralGone`] or [`RejectionCode::NotLoggedIn`] for whoever may not look.
pub fn timeline(
    case: &Case,
    actor: &Viewer,
    relation: Relation,
    now: Instant,
) -> Result<Vec<TimelineEvent>, RejectionCode> {
    let author = Author::of(case, actor, relation)?;
    let history = case.history();
    let undone = history.undone();
    let can_any = history.undoings() < UNDOINGS_MAX;
    let mut progress = Progress::submitted(case);
    let hidden = author.hidden_events(&history);
    let events = history.texts().map(|text| {
        let fields = Fields::of(text);
        let undone = is_among(&undone, text);
        if !undone {
            progress.add(&fields);
        }
        let says = !undone && fields.standing().is_some();
        TimelineEvent {
            name: name(text),
            text: text.into(),
            undone,
            can_undo: can_any && !undone && author.may_undo(&fields, now, "note").is_ok(),
            progress: says.then(|| progress.clone()),
            event: event_of(&fields),
        }
    });
    Ok(events.skip(hidden).collect())
}

fn event_of(fields: &Fields<'_>) -> Event {
    let kind = Kind::from(fields.word("kind").unwrap_or_default());
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
        ..Event::new(kind, at, saw, fields.word("by").map(Role::from))
    }
}
