//! The events of a referral since its submission, and what they add up to.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use compact_json::Array;

use crate::event::{Event, Kind};
use crate::key::{fingerprint, hex};
use crate::limits::UNDOS_MAX;
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};
use crate::union::{Ranked, Texts};

/// The events of a referral, each as its text, in the order in which they take effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(Texts);

/// An event of a history, with the text that it is stored as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent<'t> {
    /// The text.
    pub text: &'t str,
    /// The event as this version reads it.
    pub event: Event,
}

/// The result of a history, in the fields of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusAndPoints {
    /// Where it stands.
    pub status: Status,
    /// The points: 0 unless the referral is Successful.
    pub points: Points,
    /// When points were saved.
    pub awarded_at: Option<Instant>,
}

/// The id of an event: a hash of its text with 16 hexadecimal digits. An undoing refers to its
/// event by it.
pub fn event_id(text: &str) -> String {
    let mut id = String::new();
    hex(fingerprint(&[text]), &mut id);
    id
}

impl History {
    /// Reads events from their JSON texts. A text that is not an event is kept and has no effect.
    pub fn read(texts: &[&str]) -> Self {
        let mut all = Vec::with_capacity(texts.len());
        for text in texts {
            all.push(Ranked { rank: rank(&Event::read(text)), text: (*text).to_owned() });
        }
        let mut history = Self::default();
        history.0.add(all);
        history
    }

    /// Adds an event, unless the history already has it.
    pub fn add(&mut self, event: &Event) {
        self.merge(Self::read(&[&event.text()]));
    }

    /// Adds all events of another history of the same referral.
    pub fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
    }

    /// The texts of the events, in the order in which they take effect.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.0.iter().map(|stored| stored.text.as_str())
    }

    /// The events, in the order in which they take effect.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = StoredEvent<'_>> {
        self.texts().map(|text| StoredEvent { text, event: Event::read(text) })
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.0.0.len()
    }

    /// Whether there are no events since the submission.
    pub fn is_empty(&self) -> bool {
        self.0.0.is_empty()
    }

    /// When the last event happened.
    pub fn last_at(&self) -> Option<Instant> {
        let millis = self.0.0.last().map(|stored| stored.rank[0])?;
        Instant::try_from(millis).ok()
    }

    /// The stored form: a JSON array of the texts.
    pub fn text(&self) -> String {
        let mut list = Array::default();
        for text in self.texts() {
            list.push(text);
        }
        list.finish()
    }

    /// Whether this version knows the kinds of all events.
    pub(crate) fn is_known(&self) -> bool {
        self.events().all(|stored| !matches!(stored.event.kind, Kind::Unknown(_)))
    }

    /// The events that take effect: those that no later event has undone. Only the last
    /// [`UNDOS_MAX`] undo events are looked at, because somebody may have made the history very
    /// long.
    pub fn effective(&self) -> Vec<StoredEvent<'_>> {
        let undone = self.undone();
        let mut effective = Vec::with_capacity(self.len());
        for stored in self.events() {
            if !stored.is_among(&undone) {
                effective.push(stored);
            }
        }
        effective
    }

    /// The ids of the undone events.
    pub(crate) fn undone(&self) -> Vec<String> {
        let mut undone = Vec::new();
        for stored in self.events().rev() {
            if undone.len() == UNDOS_MAX {
                break;
            }
            if let Kind::Undone { target, .. } = &stored.event.kind
                && !stored.is_among(&undone)
            {
                undone.push(target.clone());
            }
        }
        undone
    }

    /// The status and points that the history results in: those of the last event that sets them.
    pub fn status_and_points(&self) -> StatusAndPoints {
        for stored in self.effective().iter().rev() {
            if let Some(found) = StatusAndPoints::set_by(&stored.event) {
                return found;
            }
        }
        StatusAndPoints::SUBMITTED
    }
}

impl StoredEvent<'_> {
    /// Its [id](event_id).
    pub fn id(&self) -> String {
        event_id(self.text)
    }

    /// Whether its id is one of these.
    pub(crate) fn is_among(&self, ids: &[String]) -> bool {
        !ids.is_empty() && ids.contains(&self.id())
    }
}

impl StatusAndPoints {
    /// The status and points of a new referral (specification, section 4).
    pub const SUBMITTED: Self =
        Self { status: Status::Pending, points: Points::INITIAL, awarded_at: None };

    /// The status and points in the fields of a stored record.
    pub fn of(referral: &Referral) -> Self {
        let (status, awarded_at) = (referral.status.clone(), referral.awarded_at);
        Self { status, points: referral.points, awarded_at }
    }

    /// The status and points that an event sets; `None` if it sets none.
    pub fn set_by(event: &Event) -> Option<Self> {
        let closed =
            |word: &str| Self { status: Status::Other(word.to_owned()), ..Self::SUBMITTED };
        match &event.kind {
            Kind::Points { points } => Some(Self {
                status: Status::Successful,
                points: *points,
                awarded_at: Some(event.at),
            }),
            Kind::Recorded { status, points } => Some(Self {
                status: status.clone(),
                points: *points,
                // Instant 0 means that the record did not say when.
                awarded_at: (event.at > Instant::default()).then_some(event.at),
            }),
            Kind::Moved { .. } | Kind::Reopened { .. } => Some(Self::SUBMITTED),
            Kind::Declined { .. } => Some(closed("Declined")),
            Kind::Withdrawn { .. } => Some(closed("Withdrawn")),
            Kind::Corrected { .. }
            | Kind::Undone { .. }
            | Kind::Noted { .. }
            | Kind::Assigned { .. }
            | Kind::Credited { .. }
            | Kind::Proposed { .. }
            | Kind::Called { .. }
            | Kind::Scheduled { .. }
            | Kind::Done { .. }
            | Kind::Unknown(_) => None,
        }
    }
}

/// What events are sorted by. The later event wins. At the same instant, the event that makes the
/// referral Successful wins, then the one with more points, then the greater text.
fn rank(event: &Event) -> [u64; 3] {
    let (succeeds, points) = StatusAndPoints::set_by(event)
        .map_or((false, 0), |set| (set.status == Status::Successful, set.points.get()));
    [event.at.as_millis(), succeeds.into(), points]
}
