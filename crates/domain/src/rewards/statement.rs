//! What somebody got and gave back, line by line, as they read it themselves.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::entries::{Entry, EntryKind};
use super::rulebook::Receiver;
use super::suggestion::Cut;
use crate::referral::Instant;

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
) -> Vec<StatementLine> {
    let mut balance = before;
    let line = |(entry, about): (Entry, About)| {
        balance = balance.saturating_add(entry.points);
        // What is taken back is taken from what is on hold until the same instant.
        let is_held = entry.points > 0 && entry.held_until > now;
        StatementLine {
            at: entry.at,
            what: what(&entry, &about),
            points: entry.points,
            balance,
            held_until: is_held.then_some(entry.held_until),
            cuts: entry.cuts.iter().map(Cut::sentence).collect(),
        }
    };
    entries.into_iter().map(line).collect()
}

/// What an entry is for.
fn what(entry: &Entry, About { person, service, offer, note }: &About) -> String {
    let of = match (person.as_deref().map(short_name), entry.to) {
        (Some(name), Receiver::Referrer) => name,
        (Some(name), Receiver::Referred) => format!("Referred by {name}"),
        (None, _) => "A referral".to_owned(),
    };
    let has_service = !service.is_empty();
    match entry.kind {
        EntryKind::Earned | EntryKind::Adjusted if has_service => {
            format!("{of} · {service} was successful")
        }
        EntryKind::Earned | EntryKind::Adjusted => format!("{of} was successful"),
        EntryKind::Reversed if has_service => format!("{of} · {service}, taken back"),
        EntryKind::Reversed => format!("{of}, taken back"),
        EntryKind::Redeemed => format!("Exchanged for {offer}"),
        EntryKind::Refunded => format!("{offer}: not exchanged, points given back"),
        EntryKind::Expired if entry.points > 0 => "Expired points, given back".to_owned(),
        EntryKind::Expired => "Expired".to_owned(),
        EntryKind::Manual if entry.points < 0 => format!("Taken off by us: {note}"),
        EntryKind::Manual => format!("Added by us: {note}"),
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
