//! The events of a referral since its submission, and what they add up to.
//!
//! Events are read field by field from their texts. A derived reader of a struct with all fields
//! would take three times the space in the browser's wasm module, which needs only a few of them.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use compact_json::Member;
use serde::Deserialize;

use crate::event::{Event, Kind};
use crate::key::{fingerprint, hex};
use crate::limits::UNDOS_MAX;
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};
use crate::union::{Ranked, Texts};

/// The events of a referral, each as its text, in the order in which they take effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(Texts);

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

/// The fields of a stored event. A field that occurs twice is ignored.
pub(crate) struct Fields<'t>(Vec<Member<'t>>, #[cfg(feature = "pipeline")] &'t str);

/// The id of an event: a hash of its text with 16 hexadecimal digits. An undoing refers to its
/// event by it.
pub fn event_id(text: &str) -> String {
    let mut id = String::new();
    hex(fingerprint(&[text]), &mut id);
    id
}

/// The [id](event_id) of an event that is about to be stored.
#[cfg(feature = "pipeline")]
pub fn event_id_of(event: &Event) -> String {
    event_id(&compact_json::to_string(event))
}

impl History {
    /// Reads events from their JSON texts. A text that is not an event is kept and has no effect.
    pub fn read(texts: &[&str]) -> Self {
        let mut all = Vec::with_capacity(texts.len());
        for text in texts {
            let fields = Fields::of(text);
            // A text without an instant is not an event. It sorts first.
            let at = fields.value("at");
            let succeeds = at.is_some()
                && (fields.is(&Kind::Points)
                    || fields.word("status").as_deref() == Some("Successful"));
            // The later event wins. At the same instant, the event that makes the referral
            // Successful wins, then the one with more points, then the greater text.
            let points = fields.value("points").map_or(0, |points: Points| points.get() + 1);
            let at: Instant = at.unwrap_or_default();
            let rank = [at.as_millis(), succeeds.into(), points];
            all.push(Ranked { rank, text: (*text).to_owned() });
        }
        let mut history = Self::default();
        history.0.add(all);
        history
    }

    /// Adds an event, unless the history already has it.
    pub fn add(&mut self, event: &Event) {
        self.merge(Self::read(&[&compact_json::to_string(event)]));
    }

    /// Adds all events of another history of the same referral.
    pub fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
    }

    /// The texts of the events, in the order in which they take effect.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.0.iter().map(|stored| stored.text.as_str())
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
        let mut list = compact_json::Array::default();
        for stored in &self.0.0 {
            list.push(&stored.text);
        }
        list.finish()
    }

    /// Whether this version knows the kinds of all events.
    pub(crate) fn is_known(&self) -> bool {
        for stored in &self.0.0 {
            let event = Fields::of(&stored.text);
            let leaves_status = matches!(
                event.kind(),
                Kind::Corrected
                    | Kind::Undone
                    | Kind::Noted
                    | Kind::Assigned
                    | Kind::Credited
                    | Kind::Proposed
            );
            if !leaves_status && event.status_and_points().is_none() {
                return false;
            }
        }
        true
    }

    /// The events that take effect: those that no later event has undone. Only the last
    /// [`UNDOS_MAX`] undo events are looked at, because somebody may have made the history very
    /// long.
    pub(crate) fn effective(&self) -> Vec<Fields<'_>> {
        let undone = self.undone();
        let mut effective = Vec::with_capacity(self.0.0.len());
        for stored in &self.0.0 {
            if !is_among(&undone, &stored.text) {
                effective.push(Fields::of(&stored.text));
            }
        }
        effective
    }

    /// The event with this id, if it takes effect.
    #[cfg(feature = "pipeline")]
    pub(crate) fn effective_event(&self, id: &str) -> Option<Fields<'_>> {
        let undone = self.undone();
        let mut same_id = self.texts().filter(|text| event_id(text) == id);
        same_id.find(|text| !is_among(&undone, text)).map(Fields::of)
    }

    /// The number of undoing events, whether or not they take effect.
    #[cfg(feature = "pipeline")]
    pub(crate) fn undo_count(&self) -> usize {
        self.texts().filter(|text| Fields::of(text).is(&Kind::Undone)).count()
    }

    /// The ids of the undone events.
    pub(crate) fn undone(&self) -> Vec<String> {
        let mut undone: Vec<String> = Vec::new();
        for stored in self.0.0.iter().rev() {
            if undone.len() == UNDOS_MAX {
                break;
            }
            let fields = Fields::of(&stored.text);
            if fields.is(&Kind::Undone) && !is_among(&undone, &stored.text) {
                undone.extend(fields.word("target"));
            }
        }
        undone
    }

    /// The status and points that the history results in: those of the last event that sets them.
    pub fn status_and_points(&self) -> StatusAndPoints {
        for event in self.effective().iter().rev() {
            if let Some(found) = event.status_and_points() {
                return found;
            }
        }
        StatusAndPoints::SUBMITTED
    }
}

pub(crate) fn is_among(undone: &[String], text: &str) -> bool {
    !undone.is_empty() && undone.contains(&event_id(text))
}

impl<'t> Fields<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self(
            compact_json::members(text).unwrap_or_default(),
            #[cfg(feature = "pipeline")]
            text,
        )
    }

    /// The stored text.
    #[cfg(feature = "pipeline")]
    pub(crate) fn text(&self) -> &'t str {
        self.1
    }

    /// The event's [id](event_id).
    #[cfg(feature = "pipeline")]
    pub(crate) fn id(&self) -> String {
        event_id(self.1)
    }

    /// The value of a field; `None` if it is absent or of another type.
    pub(crate) fn value<T: for<'d> Deserialize<'d>>(&self, name: &str) -> Option<T> {
        compact_json::field(&self.0, name).flatten()
    }

    pub(crate) fn word(&self, name: &str) -> Option<String> {
        self.value(name)
    }

    pub(crate) fn kind(&self) -> Kind {
        Kind::from(self.word("kind").unwrap_or_default())
    }

    pub(crate) fn is(&self, kind: &Kind) -> bool {
        self.kind() == *kind
    }

    /// The status and points that this event sets; `None` if it sets none.
    pub(crate) fn status_and_points(&self) -> Option<StatusAndPoints> {
        let at: Instant = self.value("at")?;
        let closed = |word: &str| StatusAndPoints {
            status: Status::Other(word.into()),
            ..StatusAndPoints::SUBMITTED
        };
        match self.kind() {
            Kind::Points => Some(StatusAndPoints {
                status: Status::Successful,
                points: self.value("points")?,
                awarded_at: Some(at),
            }),
            Kind::Recorded => Some(StatusAndPoints {
                status: self.word("status")?.into(),
                points: self.value("points")?,
                // Instant 0 means that the record did not say when.
                awarded_at: (at > Instant::default()).then_some(at),
            }),
            Kind::Moved | Kind::Reopened => Some(StatusAndPoints::SUBMITTED),
            Kind::Declined => Some(closed("Declined")),
            Kind::Withdrawn => Some(closed("Withdrawn")),
            _ => None,
        }
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
}
