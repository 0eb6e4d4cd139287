//! What has happened to a referral since it was submitted, and what that comes to.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::event::{Event, Kind, Stage};
use crate::ledger::{Union, fingerprint, hex, json};
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};

/// The events of a referral in the order in which they count, each with its text as it was stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(Vec<Stored>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    event: Event,
    text: Box<str>,
}

/// Where a referral stands after its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How far along it is.
    pub stage: Stage,
    /// The last stage in which it was open.
    pub last_open: Stage,
    /// The word that the record has for it.
    pub status: Status,
    /// What it has earned; nothing unless it is Successful.
    pub points: Points,
    /// When points were saved.
    pub awarded_at: Option<Instant>,
}

/// A short name for an event, which [`Event::target`] gives: 16 hexadecimal digits.
pub fn name(text: &str) -> String {
    let mut name = String::new();
    hex(fingerprint(&[text]), &mut name);
    name
}

impl History {
    /// Reads events, each from its JSON text. What is no event is kept and has no effect.
    pub fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let stored = texts.into_iter().map(|text| {
            let unreadable =
                || Event::new(Kind::Unknown(String::new()), Instant::default(), 0, None);
            let event = compact_json::from_str(text).unwrap_or_else(|_| unreadable());
            Stored { event, text: text.into() }
        });
        Self(InOrder.sorted(stored.collect()))
    }

    /// Adds an event, unless it is there already.
    pub fn add(&mut self, event: &Event) {
        self.merge(Self::read([json::text(event).as_str()]));
    }

    /// Adds all events of another history of the same referral.
    pub fn merge(&mut self, other: Self) {
        self.0 = InOrder.united(core::mem::take(&mut self.0), other.0);
    }

    /// The events and their texts, in the order in which they count.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Event, &str)> {
        self.0.iter().map(|stored| (&stored.event, &*stored.text))
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing has happened since the submission.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// When the last event happened.
    pub fn last_at(&self) -> Option<Instant> {
        self.0.last().map(|stored| stored.event.at)
    }

    /// The stored form: a JSON array of the texts.
    pub fn text(&self) -> String {
        let mut list = json::List::default();
        for stored in &self.0 {
            list.push(&stored.text);
        }
        list.end()
    }

    /// Whether this version knows what every event means.
    pub fn is_known(&self) -> bool {
        !self.0.iter().any(|stored| matches!(stored.event.kind, Kind::Unknown(_)))
    }

    /// The events that count: those that no later one has undone.
    pub fn effective(&self) -> impl Iterator<Item = &Event> {
        let mut undone: Vec<&str> = Vec::new();
        let is_undone = |undone: &[&str], text: &str| {
            !undone.is_empty() && undone.contains(&name(text).as_str())
        };
        for Stored { event, text } in self.0.iter().rev() {
            if let Some(target) = &event.target
                && event.kind == Kind::Undone
                && !is_undone(&undone, text)
            {
                undone.push(target);
            }
        }
        self.0.iter().filter(move |it| !is_undone(&undone, &it.text)).map(|it| &it.event)
    }

    /// Where a referral stands after this history.
    pub fn standing(&self) -> Standing {
        let mut standing = Standing::SUBMITTED;
        for event in self.effective() {
            standing.follow(event);
        }
        standing
    }
}

impl Standing {
    /// Where a referral stands that was just submitted (specification, section 4).
    pub const SUBMITTED: Self = Self {
        stage: Stage::Received,
        last_open: Stage::Received,
        status: Status::Pending,
        points: Points::INITIAL,
        awarded_at: None,
    };

    /// What the fields of a stored record say.
    pub fn of(referral: &Referral) -> Self {
        let mut standing = Self::SUBMITTED;
        standing.status = referral.status.clone();
        standing.points = referral.points;
        standing.awarded_at = referral.awarded_at;
        standing
    }

    /// Whether the fields of a record are the same, whatever the stage.
    pub fn is_recorded_as(&self, other: &Self) -> bool {
        (&self.status, self.points, self.awarded_at)
            == (&other.status, other.points, other.awarded_at)
    }

    fn follow(&mut self, event: &Event) {
        match (&event.kind, &event.stage, &event.status, event.points) {
            (Kind::Points, _, _, Some(points)) => {
                self.close(Stage::Successful, Status::Successful);
                self.points = points;
                self.awarded_at = Some(event.at);
            }
            (Kind::Recorded, _, Some(status), Some(points)) => {
                match status {
                    Status::Pending => self.open(Stage::Received),
                    Status::Successful => self.close(Stage::Successful, Status::Successful),
                    Status::Other(word) => {
                        self.close(Stage::Unknown(word.clone()), status.clone());
                    }
                }
                self.points = points;
                // The instant 0 stands for one that the record did not tell.
                self.awarded_at = (event.at > Instant::default()).then_some(event.at);
            }
            (Kind::Moved, Some(stage), ..) if stage.is_open() => self.open(stage.clone()),
            (Kind::Reopened, ..) => self.open(self.last_open.clone()),
            (Kind::Declined, ..) => self.close_with(Stage::Declined, "Declined"),
            (Kind::Withdrawn, ..) => self.close_with(Stage::Withdrawn, "Withdrawn"),
            _ => {}
        }
    }

    fn open(&mut self, stage: Stage) {
        self.last_open = stage.clone();
        self.close(stage, Status::Pending);
    }

    fn close_with(&mut self, stage: Stage, word: &str) {
        self.close(stage, Status::Other(word.into()));
    }

    fn close(&mut self, stage: Stage, status: Status) {
        self.stage = stage;
        self.status = status;
        self.points = Points::INITIAL;
        self.awarded_at = None;
    }
}

/// The order in which events count: the later one holds. Of two at one instant the one that makes
/// a referral Successful holds, then the one with more points; then the text decides.
struct InOrder;

impl Union<Stored> for InOrder {
    fn order(a: &Stored, b: &Stored) -> Ordering {
        let rank = |it: &Stored| (it.event.at, it.event.succeeds(), it.event.points);
        rank(a).cmp(&rank(b)).then_with(|| a.text.cmp(&b.text))
    }

    fn choose(&mut self, a: Stored, _: Stored) -> Stored {
        a
    }
}
