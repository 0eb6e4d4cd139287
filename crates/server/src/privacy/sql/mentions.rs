//! A phone number in texts that other people wrote. Most texts are searched before the erasing
//! transaction, without blocking anybody; the transaction itself only searches what was written
//! since.

use std::collections::{BTreeMap, BTreeSet};

use domain::case::Case;
use domain::event::{Event, Kind};
use domain::history::event_id;
use domain::referral::{Instant, Referral, Status};
use serde_json::Value;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::db::fault::commit;
use crate::db::locks::Lock;
use crate::db::row::{Fields, millis};
use crate::db::{Store, fingerprints, locks};
use crate::referrals::records::Stored;
use crate::referrals::sql::history::Arrivals;
use crate::referrals::sql::referrals;
use crate::rewards::entries;

/// How far back the transaction searches again, in milliseconds. It covers requests that were in
/// progress during the first search, and differences between the clocks of servers.
pub(crate) const RECENT: i64 = 60 * 60 * 1000;

/// The text that replaces an erased number.
const MARK: &str = "[number erased]";

/// The text that replaces the name of whoever had it.
const MARK_OF_NAME: &str = "[name erased]";

/// Reads what may have a number of a referral: its record, and what its history has as its status.
macro_rules! read {
    () => {
        "SELECT id, record, COALESCE((SELECT string_agg(h.status, ' or ') FROM history AS h \
         WHERE h.referral_id = referrals.id), '') AS statuses FROM referrals WHERE "
    };
}
/// Ids of the rows with the number in a text.
pub(crate) struct Mentions {
    pub(crate) messages: Vec<i64>,
    referrals: Vec<i64>,
    /// Numbers of other people whose names contain it.
    names: BTreeSet<String>,
    /// The number of imports at the time of the search.
    imports: i64,
    /// Imported history rows after this one were not searched.
    last_entry: i64,
}

/// Where a search reads.
pub(crate) enum Source<'a> {
    /// The store's readers: each statement returns its connection before its rows are searched, because
    /// all requests need one.
    Readers(&'a Store),
    /// The erasing transaction.
    Transaction(&'a mut AnyConnection),
}

impl Source<'_> {
    async fn rows(&mut self, query: Query<'_, Any, AnyArguments>) -> sqlx::Result<Vec<AnyRow>> {
        match self {
            Self::Readers(store) => query.fetch_all(&store.readers).await,
            Self::Transaction(tx) => query.fetch_all(&mut **tx).await,
        }
    }
}

impl Mentions {
    /// Searches for the number with this key, in any spelling.
    pub(crate) async fn of(store: &Store, key: &str) -> sqlx::Result<Self> {
        // The lock waits until no import is in progress.
        let mut tx = store.begin().await?;
        let imports = locks::take(&mut tx, Lock::Erasures).await?;
        let last = sqlx::query("SELECT COALESCE(MAX(seq), 0) AS seq FROM history");
        let last_entry = last.fetch_one(&mut *tx).await?.int("seq")?;
        commit(tx).await?;
        let mut source = Source::Readers(store);
        Ok(Self {
            messages: in_messages(&mut source, key, i64::MIN).await?,
            referrals: in_referrals(&mut source, key, i64::MIN, i64::MAX).await?,
            names: in_names(&mut source, key).await?,
            imports,
            last_entry,
        })
    }

    /// Replaces the number in other people's referrals and returns in how many; referrals about the
    /// person are already deleted. A changed referral gets the key of its new texts. The old key
    /// counts as erased, so that no copy of it comes back.
    pub(crate) async fn blank_referrals(
        &self,
        store: &Store,
        tx: &mut AnyConnection,
        key: &str,
        now: Instant,
    ) -> sqlx::Result<u64> {
        let mut ids: BTreeSet<i64> = self.referrals.iter().copied().collect();
        let recent = millis(now) - RECENT;
        ids.extend(in_referrals(&mut Source::Transaction(tx), key, recent, self.last_entry).await?);
        let mut blanked = 0;
        for id in ids {
            blanked += u64::from(blank_referral(store, tx, key, id).await?);
        }
        Ok(blanked)
    }

    /// Replaces the number in the names of other people's accounts and sessions; returns the number
    /// of accounts. Only an import can bring such names. If there was one since the search
    /// (`imports` is their number now), all names are searched again.
    pub(crate) async fn blank_names(
        &self,
        tx: &mut AnyConnection,
        key: &str,
        imports: i64,
    ) -> sqlx::Result<u64> {
        let known = imports == self.imports;
        let mobiles = if known {
            self.names.clone()
        } else {
            in_names(&mut Source::Transaction(tx), key).await?
        };
        let mut blanked = 0;
        for mobile in mobiles {
            for (names, update, counts) in [
                (
                    "SELECT DISTINCT name FROM accounts WHERE mobile = $1",
                    "UPDATE accounts SET name = $3 WHERE mobile = $1 AND name = $2",
                    1,
                ),
                (
                    "SELECT DISTINCT name FROM sessions WHERE mobile = $1",
                    "UPDATE sessions SET name = $3 WHERE mobile = $1 AND name = $2",
                    0,
                ),
            ] {
                let names = sqlx::query(names).bind(mobile.as_str());
                for row in names.fetch_all(&mut *tx).await? {
                    let name = row.text("name")?;
                    let Some(after) = numbers::redact(&name, key, MARK) else { continue };
                    let update = sqlx::query(update).bind(mobile.as_str()).bind(name).bind(after);
                    update.execute(&mut *tx).await?;
                    blanked += counts;
                }
            }
        }
        Ok(blanked)
    }
}

/// Replaces the number with this key in a text.
pub(crate) fn blank(text: &str, key: &str) -> String {
    numbers::redact(text, key, MARK).unwrap_or_else(|| text.to_owned())
}

/// The messages from this id on that contain the number.
pub(crate) async fn in_messages(
    source: &mut Source<'_>,
    key: &str,
    from: i64,
) -> sqlx::Result<Vec<i64>> {
    let mut found = Vec::new();
    let mut from = from;
    loop {
        let rows = sqlx::query(
            "SELECT id, name, email, subject, message FROM messages WHERE id >= $1 \
             ORDER BY id LIMIT 500",
        );
        let rows = source.rows(rows.bind(from)).await?;
        for row in &rows {
            let id = row.int("id")?;
            from = id.saturating_add(1);
            for column in ["name", "email", "subject", "message"] {
                if numbers::mentions(&row.text(column)?, key) {
                    found.push(id);
                    break;
                }
            }
        }
        if rows.is_empty() {
            return Ok(found);
        }
    }
}

/// The referrals from this id on, and those with rows of the history after `last_entry`, that contain the
/// number.
async fn in_referrals(
    source: &mut Source<'_>,
    key: &str,
    mut from: i64,
    last_entry: i64,
) -> sqlx::Result<Vec<i64>> {
    let mut found = Vec::new();
    let copied = sqlx::query(concat!(
        read!(),
        "id IN (SELECT h.referral_id FROM history AS h WHERE h.seq > $1)"
    ));
    let copied = match last_entry {
        i64::MAX => Vec::new(),
        last => source.rows(copied.bind(last)).await?,
    };
    let mut rows = copied;
    loop {
        for row in &rows {
            if is_mentioned(&row.text("record")?, key)
                || numbers::mentions(&row.text("statuses")?, key)
            {
                found.push(row.int("id")?);
            }
        }
        let next = sqlx::query(concat!(read!(), "id >= $1 ORDER BY id LIMIT 500"));
        rows = source.rows(next.bind(from)).await?;
        match rows.last() {
            Some(last) => from = last.int("id")?.saturating_add(1),
            None => return Ok(found),
        }
    }
}

/// Whether a text contains the number; also JSON with escapes. Escapes other than `\u` have no
/// digits, so without these the text has its strings' digits as they are.
fn is_mentioned(text: &str, key: &str) -> bool {
    numbers::mentions(text, key)
        || text.contains('\\')
            && (text.contains("\\u") || numbers::may_mention(text, key))
            && serde_json::from_str::<Value>(text).is_ok_and(|json| {
                let mut blanked = json.clone();
                blank_strings(&mut blanked, key);
                blanked != json
            })
}

/// Numbers of other people whose account or session names contain this number. The site's own names
/// have four digits, which cannot contain a number; other letters can stand for more than a digit.
async fn in_names(source: &mut Source<'_>, key: &str) -> sqlx::Result<BTreeSet<String>> {
    let names = sqlx::query(
        "SELECT mobile, name FROM accounts \
         WHERE name NOT LIKE 'User____' OR length(name) < octet_length(name) \
         UNION SELECT mobile, name FROM sessions \
         WHERE name NOT LIKE 'User____' OR length(name) < octet_length(name)",
    );
    let mut found = BTreeSet::new();
    for row in source.rows(names).await? {
        let mobile = row.text("mobile")?;
        if numbers::mentions(&row.text("name")?, key) && numbers::key(&mobile) != key {
            found.insert(mobile);
        }
    }
    Ok(found)
}

/// Referrals under an account of this number that stays are left to its holder.
async fn blank_referral(
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
    // Who was meant by the number before it was corrected, the name that was corrected with it says, too.
    let submitted = before.referral();
    let was_theirs = numbers::key(&submitted.referred_phone) == key
        && before.case.corrected().referred_name != submitted.referred_name;
    let after = submitted.with_texts(|field, text| match field {
        "referredName" if was_theirs => MARK_OF_NAME.to_owned(),
        _ => blank(text, key),
    });
    let status = Status::from(blank(after.status.as_str(), key));
    let events = blank_events(&before.case, key);
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

/// The events of a case, each as it is and with the number replaced.
fn blank_events(case: &Case, key: &str) -> Vec<(String, String)> {
    let history = case.history();
    let mut events: Vec<_> =
        history.texts().map(|text| (text.to_owned(), text.to_owned())).collect();
    // An undoing names the event that it undoes by a hash of its text. Its own text changes with that,
    // and another may undo that one.
    for _ in 0..=events.len() {
        let new_ids =
            events.iter().map(|(text, after)| (event_id(text), event_id(after))).collect();
        let blanked =
            |(text, _): &(String, String)| (text.clone(), blank_event(text, key, &new_ids));
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
/// entries are told apart by the ids of their events. A blank after the first letter (`{`, `[` or `"`) changes
/// nothing that anybody reads, and sorts before what it is inserted into, so the last one stays the last.
fn keep_apart(events: &mut [(String, String)]) {
    let mut ids: BTreeSet<_> = events.iter().map(|(before, _)| event_id(before)).collect();
    let mut blanks: BTreeMap<String, usize> = BTreeMap::new();
    for (_, after) in events.iter_mut().rev().filter(|(before, after)| before != after) {
        let blanked = after.clone();
        let wanted = blanks.entry(blanked.clone()).or_default();
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
fn blank_event(text: &str, key: &str, new_ids: &BTreeMap<String, String>) -> String {
    let Ok(mut event) = serde_json::from_str::<Value>(text) else { return blank(text, key) };
    let before = event.clone();
    blank_strings(&mut event, key);
    for &name in figures(text) {
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
fn figures(event: &str) -> &'static [&'static str] {
    match Event::read(event).kind {
        Kind::Points { .. } | Kind::Recorded { .. } => &["at", "saw", "points"],
        Kind::Called { next: Some(_), .. } | Kind::Scheduled { .. } => &["at", "saw", "due"],
        _ => &["at", "saw"],
    }
}

fn blank_strings(value: &mut Value, key: &str) {
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
    use domain::account::User;
    use domain::mobile::MobileNumber;
    use tempfile::TempDir;

    use super::*;
    use crate::referrals::records::{Export, Importer};

    const ASHA: &str = "9876543210";

    fn now() -> Instant {
        Instant::try_from(1_750_000_000_000).unwrap()
    }

    async fn store(folder: &TempDir) -> Store {
        let url = format!("sqlite://{}", folder.path().join("store.db").display());
        Store::open(&url).await.unwrap()
    }

    async fn import(store: &Store, number: &str, name: &str) {
        let mobile_number = MobileNumber::parse(number).unwrap();
        let user = User { name: name.to_owned(), ..User::of(mobile_number) };
        let copy = Export { accounts: vec![user], referrals: Vec::new() };
        store.import(&copy, now(), false, &Importer::PROGRAM).await.unwrap();
    }

    /// As an erasure does it once it has the lock.
    async fn blank_names(store: &Store, found: &Mentions, key: &str) -> u64 {
        let mut tx = store.begin().await.unwrap();
        let imports = locks::take(&mut tx, Lock::Erasures).await.unwrap();
        let blanked = found.blank_names(&mut tx, key, imports).await.unwrap();
        commit(tx).await.unwrap();
        blanked
    }

    async fn names(store: &Store) -> Vec<String> {
        let accounts = store.accounts(None, 9).await.unwrap();
        accounts.into_iter().map(|account| account.name).collect()
    }

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
        let kept = blank_events(&case(&[&redone, &undone, &noted]), &key);
        assert!(kept.iter().all(|(text, after)| text == after), "{kept:?}");
        // A text that changes takes those with it that name it.
        let undone = undone.replace(&target, &event_id(&named));
        let redone = redone.replace(&again, &event_id(&undone));
        let blanked = blank_events(&case(&[&redone, &undone, &named]), &key);
        let ids: Vec<_> = blanked.iter().map(|(_, after)| event_id(after)).collect();
        assert!(blanked.iter().all(|(_, after)| !after.contains(&format!("call {number}"))));
        let names = |text: &str| ids.iter().filter(|id| text.contains(id.as_str())).count();
        let named: usize = blanked.iter().map(|(_, after)| names(after)).sum();
        assert_eq!(named, 2, "{blanked:?}");
    }

    #[tokio::test]
    async fn a_name_imported_during_an_erasure_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let key = numbers::key(ASHA);
        import(&store, "9000000001", &format!("Brother of {ASHA}")).await;
        let found = Mentions::of(&store, &key).await.unwrap();
        import(&store, "9000000002", &format!("Sister of {ASHA}")).await;
        assert_eq!(blank_names(&store, &found, &key).await, 2);
        let blanked = ["Brother of [number erased]", "Sister of [number erased]"];
        assert_eq!(names(&store).await, blanked);
    }

    #[tokio::test]
    async fn two_simultaneous_erasures_remove_both_numbers_from_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let keys = [ASHA, "9123456780"].map(numbers::key);
        import(&store, "9000000001", &format!("Child of {ASHA} and 9123456780")).await;
        let first = Mentions::of(&store, &keys[0]).await.unwrap();
        let second = Mentions::of(&store, &keys[1]).await.unwrap();
        assert_eq!(first.imports, second.imports, "an erasure is no import");
        assert_eq!(blank_names(&store, &first, &keys[0]).await, 1);
        assert_eq!(blank_names(&store, &second, &keys[1]).await, 1);
        assert_eq!(names(&store).await, ["Child of [number erased] and [number erased]"]);
    }
}
