//! The events of a referral since its submission, and what they add up to.

use alloc::borrow::ToOwned;
#[cfg(feature = "pipeline")]
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use compact_json::Array;

use crate::event::{Event, Kind};
use crate::key::{fingerprint, hex};
use crate::limits::UNDOS_MAX;
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};
use crate::union::Sorted;

/// The events of a referral, in the order in which they take effect. Each is read once: copies of a
/// history share its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(Sorted<Arc<StoredEvent>>);

/// An event of a history, as it was read from its text.
#[derive(Debug)]
pub struct StoredEvent {
    /// The text that it is stored as.
    pub text: String,
    /// The event as this version reads it.
    pub event: Event,
    hash: u64,
    /// The hash of the event that it undoes.
    undoes: Option<u64>,
    rank: [u64; 3],
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
    id_of(fingerprint(&[text]))
}

fn id_of(hash: u64) -> String {
    let mut id = String::new();
    hex(hash, &mut id);
    id
}

/// The hash in an id; `None` if it is written as no id is.
fn hash_in(id: &str) -> Option<u64> {
    compact_json::number(id, 16).filter(|hash| id_of(*hash) == id)
}

impl History {
    /// Reads events from their JSON texts. A text that is not an event is kept and has no effect.
    pub fn read(texts: &[&str]) -> Self {
        let mut all = Vec::with_capacity(texts.len());
        for text in texts {
            all.push(Arc::new(StoredEvent::read(text)));
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
        self.events().map(|stored| stored.text.as_str())
    }

    /// The events, in the order in which they take effect.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &StoredEvent> {
        self.0.0.iter().map(Arc::as_ref)
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
        self.events().next_back().map(|stored| stored.event.at)
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
    pub fn effective(&self) -> Vec<&StoredEvent> {
        let undone = self.undone();
        self.events().filter(|stored| !undone.contains(&stored.hash)).collect()
    }

    /// The events until an instant.
    #[cfg(feature = "pipeline")]
    pub(crate) fn until(&self, at: Instant) -> Self {
        let until = self.0.0.iter().filter(|stored| stored.event.at <= at);
        Self(Sorted(until.cloned().collect()))
    }

    /// Whether this event takes effect.
    pub(crate) fn counts(&self, stored: &StoredEvent) -> bool {
        !self.undone().contains(&stored.hash)
    }

    /// An event, whatever undoes it, whatever undoes that, and so on.
    #[cfg(feature = "pipeline")]
    pub(crate) fn with_undoings<'a>(&'a self, first: &'a StoredEvent) -> Vec<&'a StoredEvent> {
        let mut undoings: BTreeMap<u64, Vec<_>> = BTreeMap::new();
        for stored in self.events() {
            if let Some(target) = stored.undoes {
                undoings.entry(target).or_default().push(stored);
            }
        }
        let (mut chain, mut next) = (Vec::from([first]), 0);
        while let Some(&event) = chain.get(next) {
            // Taken out: a file can have events that undo each other in a ring.
            chain.extend(undoings.remove(&event.hash).unwrap_or_default());
            next += 1;
        }
        chain
    }

    /// The hashes of the undone events.
    fn undone(&self) -> Vec<u64> {
        let mut undone = Vec::new();
        for stored in self.events().rev() {
            if undone.len() == UNDOS_MAX {
                break;
            }
            if let Some(target) = stored.undoes
                && !undone.contains(&stored.hash)
            {
                undone.push(target);
            }
        }
        undone
    }

    /// The status and points that the history results in.
    pub fn status_and_points(&self) -> StatusAndPoints {
        self.last_set().1
    }

    /// The last event that sets status and points, and these. Nothing opens a referral again that the person who was
    /// referred has refused.
    pub(crate) fn last_set(&self) -> (Option<&StoredEvent>, StatusAndPoints) {
        let mut last = (None, StatusAndPoints::SUBMITTED);
        #[cfg(feature = "pipeline")]
        let mut is_refused = false;
        #[cfg(not(feature = "pipeline"))]
        let is_refused = false;
        for stored in self.effective() {
            #[cfg(feature = "pipeline")]
            if stored.event.kind.is_refusal() {
                is_refused = true;
                // It leaves alone what was closed without it.
                if matches!(last.1.status, Status::Other(_)) {
                    continue;
                }
            }
            if let Some(set) = StatusAndPoints::set_by(&stored.event)
                && !(is_refused && set.status == Status::Pending)
            {
                last = (Some(stored), set);
            }
        }
        last
    }
}

impl StoredEvent {
    fn read(text: &str) -> Self {
        let event = Event::read(text);
        let undoes = match &event.kind {
            // What names no event undoes none, but is among the last that are looked at.
            Kind::Undone { target, .. } => Some(hash_in(target).unwrap_or_default()),
            _ => None,
        };
        let (hash, rank) = (fingerprint(&[text]), rank(&event));
        Self { text: text.to_owned(), event, hash, undoes, rank }
    }

    /// Its [id](event_id).
    pub fn id(&self) -> String {
        id_of(self.hash)
    }

    /// Whether it undoes this event.
    pub(crate) fn undoes(&self, other: &Self) -> bool {
        self.undoes == Some(other.hash)
    }
}

/// By their texts, which everything else is read from.
impl PartialEq for StoredEvent {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for StoredEvent {}

impl PartialOrd for StoredEvent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StoredEvent {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank).then_with(|| self.text.cmp(&other.text))
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
            Kind::Points { points, .. } => Some(Self {
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
            #[cfg(feature = "pipeline")]
            Kind::Consent { answer: crate::event::ConsentAnswer::Refused, .. } => {
                Some(closed("Declined"))
            }
            Kind::Corrected { .. }
            | Kind::Undone { .. }
            | Kind::Noted { .. }
            | Kind::Assigned { .. }
            | Kind::Credited { .. }
            | Kind::Proposed { .. }
            | Kind::Called { .. }
            | Kind::Scheduled { .. }
            | Kind::Done { .. }
            | Kind::Said { .. }
            | Kind::Consent { .. }
            | Kind::SaysWho { .. }
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
