//! A referral together with the events that happened to it.

use alloc::vec::Vec;

use crate::event::{Event, Kind, Role};
use crate::history::{History, StatusAndPoints, StoredEvent};
use crate::referral::{Instant, Referral, Status};

/// A referral and its history. The texts of the record are as they were submitted and never change:
/// they identify the referral. Its status, points and `awardedAt` are computed from the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    referral: Referral,
    /// Empty if the record's fields already say everything.
    events: History,
}

impl Case {
    /// Reads a stored case: the record and the texts of its events. If the record's fields were
    /// changed without an event (by a program that knows only the specification's fields), an event
    /// is made from them.
    pub fn stored(mut referral: Referral, events: &[&str]) -> Self {
        // 0 means "unknown": nobody saved points in 1970.
        if referral.status != Status::Successful && referral.awarded_at == Some(Instant::default())
        {
            referral.awarded_at = None;
        }
        let mut events = History::read(events);
        if !events.is_empty() {
            if let Some(event) = unexplained(&referral, &events) {
                events.add(&event);
            }
            return Self::of(referral, events);
        }
        Self { referral, events }
    }

    fn of(mut referral: Referral, mut events: History) -> Self {
        let StatusAndPoints { status, points, awarded_at } = events.status_and_points();
        (referral.status, referral.points, referral.awarded_at) = (status, points, awarded_at);
        if events == of_fields(&referral) {
            events = History::default();
        }
        Self { referral, events }
    }

    /// A case that has just been submitted.
    pub fn submitted(referral: Referral) -> Self {
        Self::of(referral, History::default())
    }

    /// The record as it is stored.
    pub fn referral(&self) -> &Referral {
        &self.referral
    }

    /// The events since the submission.
    pub fn history(&self) -> History {
        if self.events.is_empty() { of_fields(&self.referral) } else { self.events.clone() }
    }

    /// The events to store beside the record. Empty if the record's fields already say everything.
    pub fn events(&self) -> &History {
        &self.events
    }

    /// Whether `copy` says only what was said here, whatever became of that since: by events that are here, and by its
    /// fields, which an event here has set so.
    pub fn has_said(&self, copy: &Self) -> bool {
        let history = self.history();
        let is_known = |said: &StoredEvent| {
            let (at, set) = (said.event.at, StatusAndPoints::set_by(&said.event));
            // The fields of a closed referral do not say when it was closed.
            let is_then = |it: &StoredEvent| at == Instant::default() || it.event.at == at;
            let is_so = |it: &StoredEvent| is_then(it) && StatusAndPoints::set_by(&it.event) == set;
            let is_of_fields = is_of_fields(&said.event);
            history.events().any(|it| it == said || (is_of_fields && is_so(it)))
        };
        copy.history().events().all(is_known)
    }

    /// The record with its corrections applied, as people see it.
    pub fn corrected(&self) -> Referral {
        let mut corrected = self.referral.clone();
        // The last correction of a field counts. The others may be long, and are not copied.
        let mut set = Vec::new();
        for stored in self.events.effective().iter().rev() {
            if let Kind::Corrected { field, text, .. } = &stored.event.kind
                && !set.contains(field)
            {
                set.push(*field);
                field.set(&mut corrected, text.clone());
            }
        }
        corrected
    }

    /// The record as people saw it at an instant: to whom something was said, and about which number.
    #[cfg(feature = "pipeline")]
    pub fn shown_at(&self, at: Instant) -> Referral {
        Self { referral: self.referral.clone(), events: self.events.until(at) }.corrected()
    }

    /// The case after one more event.
    pub fn evolve(self, event: &Event) -> Self {
        let mut events = self.history();
        events.add(event);
        Self::of(self.referral, events)
    }

    /// Merges two copies of a case: the union of their histories.
    pub fn merge(self, other: &Self) -> Self {
        if self.events == other.events
            && StatusAndPoints::of(&self.referral) == StatusAndPoints::of(&other.referral)
        {
            return self;
        }
        let mut events = self.history();
        events.merge(other.history());
        Self::of(self.referral, events)
    }
}

/// The history that a record's fields imply. Used where no history is stored.
fn of_fields(referral: &Referral) -> History {
    let mut history = History::default();
    if let Some(event) = unexplained(referral, &history) {
        history.add(&event);
    }
    history
}

/// An event that explains what the history does not: the fields of the record. It depends on the
/// record alone, so that every reader makes the same event and a merge counts it once.
fn unexplained(referral: &Referral, history: &History) -> Option<Event> {
    let fields = StatusAndPoints::of(referral);
    if history.status_and_points() == fields {
        return None;
    }
    let after = match history.last_at() {
        // Before there were histories, only the admin could change a record, by saving points.
        None => match fields.awarded_at {
            Some(at) if fields.status == Status::Successful => {
                let kind = Kind::Points { points: fields.points, note: None };
                return Some(Event { at, saw: 0, by: Some(Role::Admin), kind });
            }
            at => at.unwrap_or_default(),
        },
        // A later version may have set the fields with an event that this version does not know.
        Some(_) if !history.is_known() => return None,
        Some(last) => last.next(),
    };
    let at = fields.awarded_at.unwrap_or_default().max(after);
    let kind = Kind::Recorded { status: fields.status, points: fields.points };
    Some(Event { at, saw: 0, by: None, kind })
}

/// Whether an event says no more than one that is made of fields, by [`unexplained`]: whoever wrote a note said more.
fn is_of_fields(event: &Event) -> bool {
    event.saw == 0
        && match &event.kind {
            Kind::Points { note, .. } => note.is_none() && event.by == Some(Role::Admin),
            Kind::Recorded { .. } => event.by.is_none(),
            _ => false,
        }
}
