//! A referral with all that has happened to it since.

use crate::event::{Event, Kind, Role};
use crate::history::{History, Standing};
use crate::referral::{Referral, Status};

/// A referral and its history. The record's texts are what was submitted, which nothing changes:
/// they are its identity. Its status, points and `awardedAt` are what the history comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    referral: Referral,
    history: History,
}

impl Case {
    /// A case as it is stored: the record, and the texts of its events. Where an earlier version of
    /// the site, or something else, has changed the fields without an event, one is made of them.
    pub fn stored<'t>(referral: Referral, events: impl IntoIterator<Item = &'t str>) -> Self {
        let mut history = History::read(events);
        if let Some(event) = unexplained(&referral, &history) {
            history.add(&event);
        }
        Self::of(referral, history)
    }

    fn of(mut referral: Referral, history: History) -> Self {
        let Standing { status, points, awarded_at, .. } = history.standing();
        (referral.status, referral.points, referral.awarded_at) = (status, points, awarded_at);
        Self { referral, history }
    }

    /// A case that has just been submitted.
    pub fn submitted(referral: Referral) -> Self {
        Self::of(referral, History::default())
    }

    /// The record as it is stored.
    pub fn referral(&self) -> &Referral {
        &self.referral
    }

    /// What has happened since the submission.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The events to store beside the record; `None` if its fields say as much.
    pub fn stored_history(&self) -> Option<&History> {
        let mut told = History::default();
        if let Some(event) = unexplained(&self.referral, &told) {
            told.add(&event);
        }
        (self.history != told).then_some(&self.history)
    }

    /// The record as people see it: with its corrections.
    pub fn shown(&self) -> Referral {
        let mut shown = self.referral.clone();
        for event in self.history.effective().filter(|event| event.kind == Kind::Corrected) {
            let (Some(field), Some(text)) = (&event.field, &event.text) else { continue };
            match field.as_str() {
                "referredName" => shown.referred_name.clone_from(text),
                "referredPhone" => shown.referred_phone.clone_from(text),
                "notes" => shown.notes.clone_from(text),
                "service" => shown.service = text.clone().into(),
                _ => {}
            }
        }
        shown
    }

    /// The case after one more event.
    pub fn with(self, event: &Event) -> Self {
        let Self { referral, mut history } = self;
        history.add(event);
        Self::of(referral, history)
    }

    /// The case that two copies of it come to: what is in either history has happened.
    pub fn merge(self, other: Self) -> Self {
        let Self { referral, mut history } = self;
        history.merge(other.history);
        Self::of(referral, history)
    }
}

/// The event that explains the fields of a record which its history does not. Two readers of one
/// record make the same event, so that nothing counts twice when their copies are merged.
fn unexplained(referral: &Referral, history: &History) -> Option<Event> {
    let fields = Standing::of(referral);
    if history.standing().is_recorded_as(&fields) {
        return None;
    }
    let after = match history.last_at() {
        // The only thing that changed a record before there were histories, and only the admin did.
        None => match fields.awarded_at {
            Some(at) if fields.status == Status::Successful => {
                let points = Some(fields.points);
                return Some(Event {
                    points,
                    ..Event::new(Kind::Points, at, 0, Some(Role::Admin))
                });
            }
            at => at.unwrap_or_default(),
        },
        // A later version may have set the fields by an event that this one does not know.
        Some(_) if !history.is_known() => return None,
        Some(last) => last.next(),
    };
    let at = fields.awarded_at.unwrap_or_default().max(after);
    let (status, points) = (Some(fields.status), Some(fields.points));
    Some(Event { status, points, ..Event::new(Kind::Recorded, at, 0, None) })
}
