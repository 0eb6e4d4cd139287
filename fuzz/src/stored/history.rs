//! Histories, read and summed up a second time, in another way than the domain does.

use std::collections::{BTreeMap, BTreeSet};

use domain::limits::{INSTANT_MAX_MS, UNDOS_MAX};
use domain::points::Points;
use domain::referral::{Instant, Referral, Status};
use serde_json::Value;

use super::erasures::fnv;
use super::members::members;
use super::{elements, unknown, with};

/// One copy of a referral: the submitted record, the texts of its events, and unknown fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    submitted: Referral,
    events: BTreeSet<String>,
    unknown: String,
    /// The text as read, unless it was repaired.
    text: Option<String>,
}

/// The fields of a record that an event changes.
type Fields = (Status, Points, Option<Instant>);

const SUBMITTED: Fields = (Status::Pending, Points::INITIAL, None);

impl Copy {
    pub(super) fn read(
        mut record: Referral,
        members: &[(String, &str)],
        text: Option<String>,
    ) -> Self {
        let others = ["id", "status", "points", "awardedAt", "history"];
        let known: Vec<_> = Referral::TEXTS.iter().copied().chain(others).collect();
        let unknown = unknown(members, &known);
        let histories = members.iter().filter(|(name, _)| name == "history");
        let entries = histories.flat_map(|(_, text)| elements(text).unwrap_or_else(|| vec![text]));
        let mut events: BTreeSet<_> = entries.map(str::to_owned).collect();
        let has_no_time =
            record.status != Status::Successful && record.awarded_at == Some(Instant::default());
        let awarded_at = record.awarded_at.filter(|_| !has_no_time);
        let fields = (record.status, record.points, awarded_at);
        events.extend(unexplained(&events, &fields));
        (record.status, record.points, record.awarded_at) = SUBMITTED;
        Self { submitted: record, events, unknown, text }
    }

    /// The record as it was submitted.
    pub fn submitted(&self) -> &Referral {
        &self.submitted
    }

    /// The fields that identify a record.
    pub(super) fn identity(&self) -> String {
        serde_json::to_string(&self.submitted).unwrap_or_default()
    }

    /// Whether another copy has all events of this one.
    pub fn events_are_in(&self, other: &Self) -> bool {
        self.submitted == other.submitted && self.events.is_subset(&other.events)
    }

    /// Whether another copy has this one's unknown members.
    pub fn unknown_fields_are_in(&self, other: &Self) -> bool {
        self.submitted == other.submitted
            && (self.unknown.is_empty() || self.unknown == other.unknown)
    }

    /// The text to write.
    pub fn text(&self) -> String {
        self.text.clone().unwrap_or_else(|| self.own_text())
    }

    fn own_text(&self) -> String {
        let fields = result_of(&self.events);
        let (status, points, awarded_at) = fields.clone();
        let record = Referral { status, points, awarded_at: None, ..self.submitted.clone() };
        let mut more = Vec::new();
        if self.events != BTreeSet::from_iter(unexplained(&BTreeSet::new(), &fields)) {
            let texts: Vec<_> = in_order(&self.events).into_iter().map(|(_, text)| text).collect();
            more.push(format!("\"history\":[{}]", texts.join(",")));
        }
        more.extend(awarded_at.map(|at| format!("\"awardedAt\":{}", at.as_millis())));
        more.extend(Some(self.unknown.clone()).filter(|unknown| !unknown.is_empty()));
        with(&serde_json::to_string(&record).unwrap_or_default(), &more.join(","))
    }
}

/// Merges all copies of each record, with all their events. Of different unknown members, the
/// greatest are kept in the record, and the others go to the quarantine.
pub(super) fn merged(copies: Vec<Copy>, replaced: &mut BTreeSet<String>) -> BTreeSet<String> {
    let mut all: BTreeMap<String, Vec<Copy>> = BTreeMap::new();
    for copy in copies {
        all.entry(copy.identity()).or_default().push(copy);
    }
    let mut texts = BTreeSet::new();
    for (submitted, copies) in all {
        let mut unknown: BTreeSet<_> = copies.iter().map(|copy| copy.unknown.as_str()).collect();
        let greatest = unknown.pop_last().unwrap_or_default().to_owned();
        let others = unknown.into_iter().filter(|unknown| !unknown.is_empty());
        replaced.extend(others.map(|unknown| with(&submitted, unknown)));
        let events = copies.iter().flat_map(|copy| copy.events.clone()).collect();
        let mut as_read: BTreeSet<_> = copies.iter().map(Copy::text).collect();
        let text = as_read.pop_first().filter(|_| as_read.is_empty());
        let submitted = copies.into_iter().next().map(|copy| copy.submitted);
        let merged = submitted.map(|submitted| Copy { submitted, events, unknown: greatest, text });
        texts.extend(merged.map(|copy| copy.text()));
    }
    texts
}

/// The events in order. Texts that are not events come first.
fn in_order(events: &BTreeSet<String>) -> Vec<(Event, &str)> {
    let mut events: Vec<_> = events.iter().map(|it| (Event::read(it), it.as_str())).collect();
    events.sort_by_key(|(event, text)| {
        let (status, points, _) = event.fields_after().unwrap_or(SUBMITTED);
        (event.at.unwrap_or_default(), status == Status::Successful, points, *text)
    });
    events
}

/// A parsed event. Duplicate fields are ignored.
struct Event {
    at: Option<Instant>,
    /// Empty if it is not an event, or one of a kind that is unknown or lacks its data.
    kind: String,
    fields: serde_json::Map<String, Value>,
}

/// The texts that each kind must have.
const TEXTS: [(&str, &[&str]); 12] = [
    ("points", &[]),
    ("recorded", &["status"]),
    ("moved", &["stage"]),
    ("declined", &[]),
    ("withdrawn", &[]),
    ("reopened", &["stage"]),
    ("corrected", &["field", "text"]),
    ("undone", &["target"]),
    ("noted", &["note"]),
    ("assigned", &["text"]),
    ("credited", &["text"]),
    ("proposed", &[]),
];
const CORRECTED: [&str; 4] = ["referredName", "referredPhone", "service", "notes"];

impl Event {
    fn read(text: &str) -> Self {
        let mut fields = serde_json::Map::new();
        let members = members(text).unwrap_or_default();
        for (name, value) in &members {
            let is_alone = members.iter().filter(|(other, _)| other == name).count() == 1;
            let value = serde_json::from_str(value).ok().filter(|_| is_alone);
            fields.extend(value.map(|value: Value| (name.clone(), value)));
        }
        let at = fields.get("at").and_then(Value::as_u64);
        let at = at.and_then(|at| Instant::try_from(at).ok());
        let mut event = Self { at, kind: String::new(), fields };
        let known = TEXTS.iter().find(|(kind, _)| event.word("kind") == Some(kind));
        if let Some((kind, texts)) = known.filter(|_| at.is_some()) {
            let has_texts = texts.iter().all(|name| event.word(name).is_some());
            let is_whole = match *kind {
                "points" | "recorded" | "proposed" => event.points().is_some(),
                "corrected" => event.word("field").is_some_and(|field| CORRECTED.contains(&field)),
                _ => true,
            };
            if has_texts && is_whole {
                event.kind = (*kind).to_owned();
            }
        }
        event
    }

    fn word(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    fn points(&self) -> Option<Points> {
        Points::try_from(self.fields.get("points")?.as_u64()?).ok()
    }

    /// The record's fields after this event.
    fn fields_after(&self) -> Option<Fields> {
        let at = self.at?;
        match self.kind.as_str() {
            "points" => Some((Status::Successful, self.points()?, Some(at))),
            "recorded" => {
                let status = Status::from(self.word("status")?.to_owned());
                Some((status, self.points()?, Some(at).filter(|at| at.as_millis() > 0)))
            }
            "moved" | "reopened" => Some(SUBMITTED),
            "declined" => Some((Status::Other("Declined".to_owned()), Points::INITIAL, None)),
            "withdrawn" => Some((Status::Other("Withdrawn".to_owned()), Points::INITIAL, None)),
            _ => None,
        }
    }
}

/// The fields after all events: those of the last event that sets them and is not undone.
fn result_of(events: &BTreeSet<String>) -> Fields {
    let events = in_order(events);
    let mut undone = Vec::new();
    for (event, text) in events.iter().rev() {
        if undone.len() == UNDOS_MAX {
            break;
        }
        if event.kind == "undone" && !undone.contains(&format!("{:016x}", fnv(&[text]))) {
            undone.extend(event.word("target").map(str::to_owned));
        }
    }
    let counting =
        events.iter().filter(|(_, text)| !undone.contains(&format!("{:016x}", fnv(&[text]))));
    counting.filter_map(|(event, _)| event.fields_after()).next_back().unwrap_or(SUBMITTED)
}

/// The event to add if the fields differ from the result of the events.
fn unexplained(events: &BTreeSet<String>, fields: &Fields) -> Option<String> {
    if result_of(events) == *fields {
        return None;
    }
    let (status, points, awarded_at) = fields;
    let awarded = awarded_at.map_or(0, Instant::as_millis);
    let events = in_order(events);
    if events.is_empty() && *status == Status::Successful && awarded_at.is_some() {
        let points = points.get();
        return Some(format!(
            r#"{{"at":{awarded},"saw":0,"by":"admin","kind":"points","points":{points}}}"#
        ));
    }
    if events.iter().any(|(event, _)| event.kind.is_empty()) {
        return None;
    }
    let last = events.last().map(|(event, _)| event.at.unwrap_or_default().as_millis());
    let after = last.map_or(0, |at| INSTANT_MAX_MS.min(at + 1));
    let (at, points) = (awarded.max(after), points.get());
    let status = serde_json::json!(status.as_str());
    Some(format!(r#"{{"at":{at},"saw":0,"kind":"recorded","points":{points},"status":{status}}}"#))
}
