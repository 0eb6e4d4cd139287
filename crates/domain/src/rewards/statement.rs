//! What somebody got and gave back, line by line, as they read it themselves.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::entries::{Entry, EntryKind};
use super::rulebook::Receiver;
use crate::referral::Instant;
use crate::say::{Say, Value};

/// What an entry is about, in so far as its reader may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the other person of the referral: for the referrer the person who was referred, and the other
    /// way round; `None` where it is not known any more.
    pub person: Option<String>,
    /// What people call the service; empty if it is none of ours.
    pub service: String,
    /// The title of what points were exchanged for; empty for what a referral earned.
    pub offer: String,
    /// Why an owner entered it by hand; empty for any other.
    pub note: String,
}

/// A line of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatementLine {
    /// When it was entered, in milliseconds since 1970.
    pub at: Instant,
    /// What for, such as `Priya N. · HR Recruitment was successful`.
    pub what: String,
    /// How many points; negative where they are taken back.
    pub points: i64,
    /// All points from then on: the sum of this line and those before it.
    pub balance: i64,
    /// Until when they are on hold; `null` if they are not.
    pub held_until: Option<Instant>,
    /// What rules cut of them, in sentences.
    pub cuts: Vec<String>,
}

/// The lines of these entries, the oldest first, after entries that came to `before`. The balance of the last
/// line is that of all of them.
pub fn statement(
    before: i64,
    entries: impl IntoIterator<Item = (Entry, About)>,
    now: Instant,
    words: &dyn Say,
) -> Vec<StatementLine> {
    let mut balance = before;
    let line = |(entry, about): (Entry, About)| {
        balance = balance.saturating_add(entry.points);
        // What is taken back is taken from what is on hold until the same instant.
        let is_held = entry.points > 0 && entry.held_until > now;
        StatementLine {
            at: entry.at,
            what: what(&entry, &about, words),
            points: entry.points,
            balance,
            held_until: is_held.then_some(entry.held_until),
            cuts: entry.cuts.iter().map(|cut| cut.sentence(words)).collect(),
        }
    };
    entries.into_iter().map(line).collect()
}

/// What an entry is for.
fn what(entry: &Entry, About { person, service, offer, note }: &About, words: &dyn Say) -> String {
    let with = |id: &str, name: &str, text: &str| words.say(id, &[(name, Value::Text(text))]);
    let name = person.as_deref().map(short_name);
    let part = match (&name, entry.to) {
        (Some(_), Receiver::Referrer) => None,
        (Some(name), Receiver::Referred) => Some(with("line-referred-by", "name", name)),
        (None, _) => Some(words.say("line-a-referral", &[])),
    };
    let of = match &part {
        Some(part) => Value::Part(part),
        None => Value::Text(name.as_deref().unwrap_or_default()),
    };
    let of_referral = |id, without_service| match service.as_str() {
        "" => words.say(without_service, &[("of", of)]),
        service => words.say(id, &[("of", of), ("service", Value::Text(service))]),
    };
    match entry.kind {
        EntryKind::Earned | EntryKind::Adjusted => {
            of_referral("line-earned", "line-earned-no-service")
        }
        EntryKind::Reversed => of_referral("line-reversed", "line-reversed-no-service"),
        EntryKind::Redeemed => with("line-redeemed", "offer", offer),
        EntryKind::Refunded => with("line-refunded", "offer", offer),
        EntryKind::Expired if entry.points > 0 => words.say("line-expired-back", &[]),
        EntryKind::Expired => words.say("line-expired", &[]),
        EntryKind::Manual if entry.points < 0 => with("line-taken-off", "note", note),
        EntryKind::Manual => with("line-added", "note", note),
    }
}

/// A name as it stands on paper that others may see: the first name, and the first letter of the last.
fn short_name(name: &str) -> String {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    match words.next_back().and_then(|last| last.chars().next()).filter(|it| it.is_alphabetic()) {
        Some(letter) => format!("{first} {letter}."),
        None => first.to_owned(),
    }
}
