//! What awards earn, as entries that are only added to. Whoever gets points has one balance: the sum of the
//! entries, which is what the histories of the referrals come to.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::calendar::{days_after, end_of_months};
use super::rulebook::{Receiver, Rulebook};
use super::suggestion::{Cut, Deal, Past, submitted_at};
use crate::case::Case;
use crate::referral::{Instant, Status};
use crate::service::StoredService;

/// The award of a referral that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// The [id](crate::history::event_id) of the event that made it.
    pub event: String,
    /// When it was made.
    pub at: Instant,
    /// How many points the referral carries by it.
    pub points: u64,
}

impl Award {
    /// The award of a case; `None` if it has none.
    pub fn of(case: &Case) -> Option<Self> {
        let history = case.history();
        let (event, set) = history.last_set();
        let event = event?;
        let is_award = set.status == Status::Successful || set.points.get() > 0;
        is_award.then(|| Self { event: event.id(), at: event.event.at, points: set.points.get() })
    }
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// An award as the rules say; without a rule, one of a referral for which none hold.
    Earned,
    /// An award that staff made otherwise than the rules say.
    Adjusted,
    /// An award that does not hold any more: it takes back an entry of it.
    Reversed,
    /// Points that a member has exchanged for something.
    Redeemed,
    /// The same points again, because they did not get it.
    Refunded,
    /// Points that an owner gave or took away by hand.
    Manual,
    /// Points whose validity has ended. Above zero, some of them again.
    Expired,
}

impl EntryKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Earned,
        Self::Adjusted,
        Self::Reversed,
        Self::Redeemed,
        Self::Refunded,
        Self::Manual,
        Self::Expired,
    ];

    /// The name in storage and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Earned => "earned",
            Self::Adjusted => "adjusted",
            Self::Reversed => "reversed",
            Self::Redeemed => "redeemed",
            Self::Refunded => "refunded",
            Self::Manual => "manual",
            Self::Expired => "expired",
        }
    }
}

/// One entry about a referral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// Whose it is.
    pub to: Receiver,
    /// The id of the event of the referral that made it.
    pub event: String,
    /// When it was made.
    pub at: Instant,
    /// The id of the event of the award that it is about.
    pub award: String,
    /// When that award first counted. Its month and year are those of caps and of the count of successes.
    pub awarded_at: Instant,
    /// The version of the rulebook; 0 for none.
    pub version: u64,
    /// The id of the rule, if one gave it.
    pub rule: Option<String>,
    /// The service at the time of the award, by value; empty for one that is none of ours.
    pub service: String,
    /// How many points; negative where they are taken back.
    pub points: i64,
    /// What rules cut of it.
    pub cuts: Vec<Cut>,
    /// Until when it is on hold.
    pub held_until: Instant,
    /// When its points expire, after that; `None` if they never do.
    pub expires_at: Option<Instant>,
    /// 1 for one entry of each award, the referrer's, and -1 where that is taken back.
    pub success: i64,
}

impl Entry {
    /// The same, on hold for so many days, and then valid for so many months or for ever.
    fn held_for(self, days: u32, months: Option<u32>) -> Self {
        let held_until = days_after(self.at, days);
        let expires_at = months.map(|months| end_of_months(held_until, months));
        Self { held_until, expires_at, ..self }
    }

    /// The entry that takes this one back.
    fn reversed(&self, change: &Change<'_>) -> Self {
        Self {
            kind: EntryKind::Reversed,
            event: change.event.to_owned(),
            at: change.at,
            points: -self.points,
            success: -self.success,
            cuts: Vec::new(),
            ..self.clone()
        }
    }
}

/// The change of a referral that entries are made for.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The id of its event; of the last one, if it has several.
    pub event: &'a str,
    /// When it was made here. What a file says proves nothing about when something happened.
    pub at: Instant,
    /// The rulebook that held when the referral was submitted.
    pub rulebook: &'a Rulebook,
    /// What both people got before.
    pub past: &'a Past,
    /// When a file brought the referral; `None` if it was submitted here.
    pub arrived: Option<Instant>,
    /// Whether a file brought it. Its award was made elsewhere, and no rule of ours gave it.
    pub imported: bool,
}

/// The entries that a change adds to those `known` of the referral, which are in the order in which they were
/// made. An award that does not hold any more is taken back, and the one that holds now is entered: with
/// what it earned before, if it was taken back and holds again, or else by the rulebook. What others got in
/// the meantime changes nothing about an award.
pub fn entries(known: &[Entry], after: &Case, change: &Change<'_>) -> Vec<Entry> {
    let open = open(known);
    let holds = Award::of(after);
    if open.first().map(|entry| &entry.award) == holds.as_ref().map(|award| &award.event) {
        return Vec::new();
    }
    let mut made: Vec<_> = open.into_iter().map(|entry| entry.reversed(change)).collect();
    if let Some(award) = holds {
        let before = last_of(known, &award.event);
        let again = |entry: &Entry| Entry {
            event: change.event.to_owned(),
            at: change.at,
            ..entry.clone()
        };
        if before.is_empty() {
            made.extend(earned(&award, after, change));
        } else {
            made.extend(before.into_iter().map(again));
        }
    }
    made
}

/// Whether these entries of a referral are of the award that holds, and of no other: with its points for the
/// referrer, all entered by one event, and whatever is not of it taken back.
pub fn are_of(known: &[Entry], case: &Case) -> bool {
    let (open, award) = (open(known), Award::of(case));
    let sum = |entries: &mut dyn Iterator<Item = &Entry>, to: Receiver| -> i128 {
        entries.filter(|entry| entry.to == to).map(|entry| i128::from(entry.points)).sum()
    };
    let all = |to| sum(&mut known.iter(), to);
    let held = |to| sum(&mut open.iter().copied(), to);
    let points = award.as_ref().map_or(0, |award| signed(award.points));
    open.iter().all(|entry| award.as_ref().is_some_and(|award| award.event == entry.award))
        && open.windows(2).all(|two| two[0].event == two[1].event)
        && open.is_empty() == award.is_none()
        && held(Receiver::Referrer) == i128::from(points)
        && all(Receiver::Referrer) == held(Receiver::Referrer)
        && all(Receiver::Referred) == held(Receiver::Referred)
}

/// The entries of the award that held until now.
fn open(known: &[Entry]) -> Vec<&Entry> {
    let mut open: Vec<&Entry> = Vec::new();
    for entry in known {
        match entry.kind {
            EntryKind::Reversed => open.retain(|before| before.award != entry.award),
            EntryKind::Earned | EntryKind::Adjusted => open.push(entry),
            // Of a member, and of no referral.
            EntryKind::Redeemed | EntryKind::Refunded | EntryKind::Manual | EntryKind::Expired => {}
        }
    }
    open
}

/// What an award earned when it was entered last.
fn last_of<'e>(known: &'e [Entry], award: &str) -> Vec<&'e Entry> {
    let entered = |entry: &&Entry| entry.award == award && entry.kind != EntryKind::Reversed;
    let last = known.iter().rev().find(entered).map(|entry| &entry.event);
    known.iter().filter(entered).filter(|entry| Some(&entry.event) == last).collect()
}

/// What an award earns when it is entered for the first time.
fn earned(award: &Award, after: &Case, change: &Change<'_>) -> Vec<Entry> {
    let has_rule = |service: &String| {
        change.rulebook.rules().iter().any(|rule| rule.service.as_ref() == Some(service))
    };
    let service = match after.corrected().service {
        StoredService::Known(service) => service.value().to_owned(),
        // One that owners have added. Otherwise a file may bring any text.
        StoredService::Unknown(service) if has_rule(&service) => service,
        StoredService::Unknown(_) => String::new(),
    };
    let one = Entry {
        kind: EntryKind::Earned,
        to: Receiver::Referrer,
        event: change.event.to_owned(),
        at: change.at,
        award: award.event.clone(),
        awarded_at: change.at,
        version: change.rulebook.version,
        rule: None,
        service: service.clone(),
        points: signed(award.points),
        cuts: Vec::new(),
        held_until: change.at,
        expires_at: None,
        success: 0,
    };
    let submitted = submitted_at(after, change.arrived);
    let deal = Deal { service: &service, submitted, at: change.at };
    let mut suggestion = change.rulebook.suggestion(&deal, change.past);
    let mut made = Vec::new();
    match &suggestion {
        Some(given) if change.imported || given.points().get() != award.points => {
            // Points come no sooner by departing, and stay no longer, least of all where no rule gives any.
            let lines = given.to(Receiver::Referrer);
            let mut terms: Vec<_> = lines.map(|line| (line.hold_days, line.valid_months)).collect();
            if terms.is_empty() {
                let gifts = change.rulebook.rules().iter().filter(|it| it.to == Receiver::Referrer);
                terms = gifts.map(|rule| (rule.hold_days, rule.valid_months)).collect();
            }
            let days = terms.iter().map(|(days, _)| *days).max().unwrap_or_default();
            let months = terms.iter().filter_map(|(_, months)| *months).min();
            let adjusted = Entry { kind: EntryKind::Adjusted, ..one.clone() };
            made.push(adjusted.held_for(days, months));
            suggestion = suggestion.filter(|_| !change.imported);
        }
        Some(given) if given.to(Receiver::Referrer).next().is_some() => {}
        _ => made.push(one.clone()),
    }
    for line in suggestion.into_iter().flat_map(|given| given.lines) {
        if line.to == Receiver::Referrer && made.iter().any(|entry| entry.rule.is_none()) {
            continue;
        }
        let entry = Entry {
            to: line.to,
            rule: Some(line.rule),
            points: signed(line.points),
            cuts: line.cuts,
            ..one.clone()
        };
        made.push(entry.held_for(line.hold_days, line.valid_months));
    }
    if let Some(first) = made.iter_mut().find(|entry| entry.to == Receiver::Referrer) {
        first.success = 1;
    }
    made
}

fn signed(points: u64) -> i64 {
    i64::try_from(points).unwrap_or(i64::MAX)
}
