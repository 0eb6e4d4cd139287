//! An erased number in somebody else's referral: what replaces it, and what goes with it.

use std::collections::{BTreeMap, BTreeSet};

use domain::case::Case;
use domain::event::{ConsentWay, CorrectedField, Event, Kind};
use domain::history::event_id;
use domain::referral::{Referral, Status};
use serde_json::Value;
use sqlx::AnyConnection;

use crate::db::row::Fields;
use crate::db::{Store, fingerprints};
use crate::referrals::records::Stored;
use crate::referrals::sql::history::Arrivals;
use crate::referrals::sql::referrals;
use crate::rewards::entries;

/// The text that replaces an erased number.
pub(crate) const MARK: &str = "[number erased]";

/// The text that replaces the name of whoever had it.
const MARK_OF_NAME: &str = "[name erased]";

/// Replaces the number with this key in a text.
pub(crate) fn blank(text: &str, key: &str) -> String {
    numbers::redact(text, key, MARK).unwrap_or_else(|| text.to_owned())
}

/// Replaces the number with this key in a referral, and what goes with it. Returns whether anything changed. One under an
/// account of this number is left to its holder.
pub(crate) async fn referral(
    store: &Store,
    tx: &mut AnyConnection,
    key: &str,
    id: i64,
) -> sqlx::Result<bool> {
    let sql = concat!(
        "SELECT ",
        referrals::columns!(),
        ", r.origin FROM referrals AS r WHERE r.id = $1 AND r.referrer_number <> $2"
    );
    let Some(row) = sqlx::query(sql).bind(id).bind(key).fetch_optional(&mut *tx).await? else {
        return Ok(false);
    };
    let before = referrals::stored(&row)?;
    let submitted = before.referral();
    let theirs = CorrectedAway::of(&before.case, key);
    let after = submitted.with_texts(|field, text| match field {
        "referredName" if theirs.names.contains(text) => MARK_OF_NAME.to_owned(),
        _ => blank(text, key),
    });
    let status = Status::from(blank(after.status.as_str(), key));
    let events = blank_events(&before.case, key, &theirs);
    let in_statuses = blank_statuses(tx, key, id).await?;
    let texts: Vec<_> = events.iter().map(|(_, after)| after.as_str()).collect();
    let case = Case::stored(Referral { status, ..after }, &texts);
    if case == before.case {
        return Ok(in_statuses);
    }
    for (before, after) in &events {
        if before != after {
            for update in [
                "UPDATE history SET event = $3 WHERE referral_id = $1 AND event = $2",
                "UPDATE outbox SET said = $3 WHERE referral_id = $1 AND said = $2",
            ] {
                let update = sqlx::query(update).bind(id);
                update.bind(event_id(before)).bind(event_id(after)).execute(&mut *tx).await?;
            }
            entries::rename(tx, id, &event_id(before), &event_id(after)).await?;
        }
    }
    let arrivals = Arrivals::of(tx, before.referral().id).await?;
    let Stored { key: new_key, .. } =
        referrals::replace(store, tx, &before, case, before.version, &arrivals).await?;
    if new_key != before.key {
        let mut erased = vec![(before.key.clone(), id)];
        erased.extend(row.maybe_text("origin")?.map(|origin| (origin, id)));
        fingerprints::remember(tx, &store.keyed_hash, &erased).await?;
    }
    let after = referrals::find_by_id(tx, id).await?.into_iter().collect();
    referrals::finish(store, tx, &[&before.case], after, None).await?;
    Ok(true)
}

/// Whether a number was erased from a referral.
pub(crate) fn is_blanked(case: &Case) -> bool {
    let (record, history) = (case.referral(), case.history());
    record.texts().into_iter().chain(history.texts()).any(|text| text.contains(MARK))
}

/// What a referral has of whoever it was about before its number was corrected.
#[derive(Debug, Default)]
struct CorrectedAway {
    /// The names that it had with their number, but for the one that it still has.
    names: BTreeSet<String>,
    /// The ids of what they said on their page.
    answers: BTreeSet<String>,
}

impl CorrectedAway {
    /// What `case` has of whoever had the number with this key.
    fn of(case: &Case, key: &str) -> Self {
        let (history, now) = (case.history(), case.corrected());
        if numbers::key(&now.referred_phone) == key {
            return Self::default();
        }
        let is_theirs = |shown: &Referral| numbers::key(&shown.referred_phone) == key;
        let submitted = is_theirs(case.referral()).then(|| case.referral().referred_name.clone());
        let mut theirs = Self { names: submitted.into_iter().collect(), ..Self::default() };
        for stored in history.events() {
            let shown = || Some(case.shown_at(stored.event.at)).filter(is_theirs);
            match &stored.event.kind {
                Kind::Consent { way: ConsentWay::Page, .. } if shown().is_some() => {
                    theirs.answers.insert(stored.id());
                }
                Kind::Corrected { .. } | Kind::Undone { .. } => {
                    theirs.names.extend(shown().map(|shown| shown.referred_name));
                }
                _ => {}
            }
        }
        theirs.names.remove(&now.referred_name);
        theirs
    }
}

/// The events of a case, each as it is and with the number replaced, and with what was corrected away with it.
fn blank_events(case: &Case, key: &str, theirs: &CorrectedAway) -> Vec<(String, String)> {
    let history = case.history();
    let mut events: Vec<_> =
        history.texts().map(|text| (text.to_owned(), text.to_owned())).collect();
    // An undoing names the event that it undoes by a hash of its text. Its own text changes with that,
    // and another may undo that one.
    for _ in 0..=events.len() {
        let new_ids =
            events.iter().map(|(text, after)| (event_id(text), event_id(after))).collect();
        let blanked =
            |(text, _): &(String, String)| (text.clone(), blank_event(text, key, theirs, &new_ids));
        let mut next: Vec<_> = events.iter().map(blanked).collect();
        keep_apart(&mut next);
        if next == events {
            break;
        }
        events = next;
    }
    events
}

/// Keeps events two whose texts differed only in how they spell the number: a history has a text once, and
/// entries are told apart by the ids of their events. A space after the first letter (`{`, `[` or `"`) changes
/// nothing that anybody reads, and sorts before what it is inserted into, so the last one stays the last.
fn keep_apart(events: &mut [(String, String)]) {
    let mut ids: BTreeSet<_> = events.iter().map(|(before, _)| event_id(before)).collect();
    let mut spaces: BTreeMap<String, usize> = BTreeMap::new();
    for (_, after) in events.iter_mut().rev().filter(|(before, after)| before != after) {
        let blanked = after.clone();
        let wanted = spaces.entry(blanked.clone()).or_default();
        let first = blanked.chars().next().map_or(0, char::len_utf8);
        while !ids.insert(event_id(after)) {
            *wanted += 1;
            *after = blanked.clone();
            after.insert_str(first, &" ".repeat(*wanted));
        }
    }
}

/// Replaces the number in what a referral's history has as its status, which an import may set to
/// any text.
async fn blank_statuses(tx: &mut AnyConnection, key: &str, id: i64) -> sqlx::Result<bool> {
    let rows = sqlx::query("SELECT seq, status FROM history WHERE referral_id = $1");
    let mut blanked = false;
    for row in rows.bind(id).fetch_all(&mut *tx).await? {
        let status = row.text("status")?;
        let after = blank(&status, key);
        if after != status {
            let update = sqlx::query("UPDATE history SET status = $2 WHERE seq = $1");
            update.bind(row.int("seq")?).bind(after).execute(&mut *tx).await?;
            blanked = true;
        }
    }
    Ok(blanked)
}

/// Replaces the number in the strings and numbers of an event's JSON, but for its figures, and the id of an
/// event that it undoes by its new one.
fn blank_event(
    text: &str,
    key: &str,
    theirs: &CorrectedAway,
    new_ids: &BTreeMap<String, String>,
) -> String {
    let Ok(mut event) = serde_json::from_str::<Value>(text) else { return blank(text, key) };
    let before = event.clone();
    blank_strings(&mut event, key);
    let read = Event::read(text).kind;
    if let Kind::Corrected { field: CorrectedField::ReferredName, text: name, .. } = &read
        && theirs.names.contains(name)
    {
        event["text"] = MARK_OF_NAME.into();
    }
    if theirs.answers.contains(&event_id(text))
        && let Some(members) = event.as_object_mut()
    {
        members.remove("note");
    }
    for &name in figures(&read) {
        if let Some(figure) = before.get(name).filter(|figure| figure.is_u64()) {
            event[name] = figure.clone();
        }
    }
    let target = before.get("target").and_then(Value::as_str).and_then(|id| new_ids.get(id));
    if let Some(target) = target.cloned() {
        event["target"] = target.into();
    }
    if event == before { text.to_owned() } else { event.to_string() }
}

/// The members of an event that are numbers, but no phone numbers: an import checks these.
fn figures(event: &Kind) -> &'static [&'static str] {
    match event {
        Kind::Points { .. } | Kind::Recorded { .. } => &["at", "saw", "points"],
        Kind::Called { next: Some(_), .. } | Kind::Scheduled { .. } => &["at", "saw", "due"],
        _ => &["at", "saw"],
    }
}

pub(crate) fn blank_strings(value: &mut Value, key: &str) {
    match value {
        Value::String(text) => *text = blank(text, key),
        Value::Number(number) if numbers::mentions(&number.to_string(), key) => {
            *value = MARK.into();
        }
        Value::Array(values) => values.iter_mut().for_each(|value| blank_strings(value, key)),
        Value::Object(members) => {
            *members = std::mem::take(members)
                .into_iter()
                .map(|(name, mut value)| {
                    blank_strings(&mut value, key);
                    (blank(&name, key), value)
                })
                .collect();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_an_undone_event_is_no_number() {
        let digits = |id: &str| {
            let runs = id.split(|letter: char| !letter.is_ascii_digit());
            runs.filter(|run| run.len() >= 10).map(str::to_owned).next()
        };
        let note =
            |n: u32| format!(r#"{{"at":1750000000000,"saw":0,"kind":"noted","note":"{n}"}}"#);
        let found = (0..).find_map(|n| Some((note(n), digits(&event_id(&note(n)))?)));
        let (noted, number) = found.unwrap();
        let target = event_id(&noted);
        let undone =
            format!(r#"{{"at":1750000000000,"saw":0,"kind":"undone","target":"{target}"}}"#);
        let again = event_id(&undone);
        let redone =
            format!(r#"{{"at":1750000000000,"saw":0,"kind":"undone","target":"{again}"}}"#);
        let named = noted.replace(r#""note":""#, &format!(r#""note":"call {number} "#));
        let record = r#"{"id":1,"referrerName":"","referrerMobile":"","referredName":"",
            "referredPhone":"","service":"training","notes":"","date":"","status":"Pending","points":0}"#;
        let case = |texts: &[&str]| Case::stored(serde_json::from_str(record).unwrap(), texts);
        let key = numbers::key(&number);
        let kept =
            blank_events(&case(&[&redone, &undone, &noted]), &key, &CorrectedAway::default());
        assert!(kept.iter().all(|(text, after)| text == after), "{kept:?}");
        // A text that changes takes those with it that name it.
        let undone = undone.replace(&target, &event_id(&named));
        let redone = redone.replace(&again, &event_id(&undone));
        let blanked =
            blank_events(&case(&[&redone, &undone, &named]), &key, &CorrectedAway::default());
        let ids: Vec<_> = blanked.iter().map(|(_, after)| event_id(after)).collect();
        assert!(blanked.iter().all(|(_, after)| !after.contains(&format!("call {number}"))));
        let names = |text: &str| ids.iter().filter(|id| text.contains(id.as_str())).count();
        let named: usize = blanked.iter().map(|(_, after)| names(after)).sum();
        assert_eq!(named, 2, "{blanked:?}");
    }
}
