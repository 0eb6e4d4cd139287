//! A referral with all that has happened to it since.

use crate::event::{Event, Kind, Role};
use crate::history::{History, Standing};
use crate::referral::{Instant, Referral, Status};

/// A referral and its history. The record's texts are what was submitted, which nothing changes:
/// they are its identity. Its status, points and `awardedAt` are what the history comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    referral: Referral,
    /// Empty where the fields of the record tell as much.
    events: History,
}

impl Case {
    /// A case as it is stored: the record, and the texts of its events. Where an earlier version of
    /// the site, or something else, has changed the fields without an event, one is made of them.
    pub fn stored(mut referral: Referral, events: &[&str]) -> Self {
        // Nobody saved points in 1970: the instant 0 is one that the record does not tell.
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
        let Standing { status, points, awarded_at } = events.standing();
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

    /// What has happened since the submission.
    pub fn history(&self) -> History {
        if self.events.is_empty() { of_fields(&self.referral) } else { self.events.clone() }
    }

    /// The events to store beside the record; none if its fields say as much.
    pub fn events(&self) -> &History {
        &self.events
    }

    /// The record as people see it: with its corrections.
    pub fn shown(&self) -> Referral {
        let mut shown = self.referral.clone();
        for event in self.events.effective() {
            let (true, Some(field), Some(text)) =
                (event.is("corrected"), event.word("field"), event.word("text"))
            else {
                continue;
            };
            match field.as_str() {
                "referredName" => shown.referred_name = text,
                "referredPhone" => shown.referred_phone = text,
                "notes" => shown.notes = text,
                "service" => shown.service = text.into(),
                _ => {}
            }
        }
        shown
    }

    /// The case after one more event.
    pub fn with(self, event: &Event) -> Self {
        let mut events = self.history();
        events.add(event);
        Self::of(self.referral, events)
    }

    /// The case that two copies of it come to: what is in either history has happened.
    pub fn merge(self, other: &Self) -> Self {
        if self.events == other.events
            && Standing::of(&self.referral) == Standing::of(&other.referral)
        {
            return self;
        }
        let mut events = self.history();
        events.merge(other.history());
        Self::of(self.referral, events)
    }
}

/// The history that the fields of a record come to, where nothing else tells of one.
fn of_fields(referral: &Referral) -> History {
    let mut history = History::default();
    if let Some(event) = unexplained(referral, &history) {
        history.add(&event);
    }
    history
}

/// The event that explains the fields of a record which its history does not. Two readers of one
/// record make the same event, so that nothing counts twice when their copies are merged.
fn unexplained(referral: &Referral, history: &History) -> Option<Event> {
    let fields = Standing::of(referral);
    if history.standing() == fields {
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
