//! A phone number in texts that other people wrote. Most texts are searched before the erasing
//! transaction, without blocking anybody; the transaction itself only searches what was written
//! since.

use std::collections::{BTreeMap, BTreeSet};

use domain::history;
use domain::referral::{Instant, Referral, Status};
use domain::view::ReferralView;
use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::fault::commit;
use super::locks::Lock;
use super::row::{Fields, millis};
use super::{Store, backfill, fingerprints, locks, referrals};

/// How far back the transaction searches again, in milliseconds. It covers requests that were in
/// progress during the first search, and differences between the clocks of servers.
pub(super) const RECENT: i64 = 60 * 60 * 1000;

/// The text that replaces an erased number.
const MARK: &str = "[number erased]";

/// The events of a referral and what each has made of its status, as columns.
const EVENTS: &str = "COALESCE((SELECT '[' || string_agg(c.event, ',') || ']' FROM changes AS c \
                      WHERE c.referral_id = referrals.id), '')";
const STATUSES: &str = "COALESCE((SELECT string_agg(c.status, ' or ') FROM changes AS c \
                        WHERE c.referral_id = referrals.id), '')";

/// The members of an event that are numbers, but no phone numbers.
const FIGURES: [&str; 3] = ["at", "saw", "points"];

/// Ids of the rows with the number in a text.
pub(super) struct Mentions {
    pub(super) messages: Vec<i64>,
    referrals: Vec<i64>,
    /// Numbers of other people whose names contain it.
    names: BTreeSet<String>,
    /// The number of imports at the time of the search.
    imports: i64,
    /// Imported history rows after this one were not searched.
    last_entry: i64,
}

impl Mentions {
    /// Searches for the number with this key, in any spelling.
    pub(super) async fn of(store: &Store, key: &str) -> sqlx::Result<Self> {
        // The lock waits until no import is in progress.
        let mut tx = store.begin().await?;
        let imports = locks::take(&mut tx, Lock::Erasures).await?;
        let last = sqlx::query("SELECT COALESCE(MAX(seq), 0) AS seq FROM changes");
        let last_entry = last.fetch_one(&mut *tx).await?.int("seq")?;
        commit(tx).await?;
        let mut connection = store.readers.acquire().await?;
        Ok(Self {
            messages: in_messages(&mut connection, key, i64::MIN).await?,
            referrals: in_referrals(&mut connection, key, "", i64::MIN).await?,
            names: in_names(&mut connection, key).await?,
            imports,
            last_entry,
        })
    }

    /// Replaces the number in other people's referrals and returns in how many; referrals about the
    /// person are already deleted. A changed referral gets the key of its new texts. The old key
    /// counts as erased, so that no copy of it comes back.
    pub(super) async fn blank_referrals(
        &self,
        store: &Store,
        tx: &mut AnyConnection,
        key: &str,
        now: Instant,
    ) -> sqlx::Result<u64> {
        let copied =
            format!("AND id IN (SELECT referral_id FROM changes WHERE seq > {})", self.last_entry);
        let mut ids: BTreeSet<i64> = self.referrals.iter().copied().collect();
        ids.extend(in_referrals(tx, key, "", millis(now) - RECENT).await?);
        ids.extend(in_referrals(tx, key, &copied, i64::MIN).await?);
        let mut blanked = 0;
        for id in ids {
            blanked += u64::from(blank_referral(store, tx, key, id).await?);
        }
        Ok(blanked)
    }

    /// Replaces the number in the names of other people's accounts and sessions; returns the number
    /// of accounts. Only an import can bring such names. If there was one since the search
    /// (`imports` is their number now), all names are searched again.
    pub(super) async fn blank_names(
        &self,
        tx: &mut AnyConnection,
        key: &str,
        imports: i64,
    ) -> sqlx::Result<u64> {
        let known = imports == self.imports;
        let mobiles = if known { self.names.clone() } else { in_names(tx, key).await? };
        let mut blanked = 0;
        for mobile in mobiles {
            for table in ["accounts", "sessions"] {
                let names = format!("SELECT DISTINCT name FROM {table} WHERE mobile = $1");
                let names = sqlx::query(AssertSqlSafe(names)).bind(mobile.clone());
                for row in names.fetch_all(&mut *tx).await? {
                    let name = row.text("name")?;
                    let Some(after) = numbers::redact(&name, key, MARK) else { continue };
                    let sql =
                        format!("UPDATE {table} SET name = $3 WHERE mobile = $1 AND name = $2");
                    let update = sqlx::query(AssertSqlSafe(sql));
                    update.bind(mobile.clone()).bind(name).bind(after).execute(&mut *tx).await?;
                    blanked += u64::from(table == "accounts");
                }
            }
        }
        Ok(blanked)
    }
}

/// Replaces the number with this key in a text.
pub(super) fn blank(text: &str, key: &str) -> String {
    numbers::redact(text, key, MARK).unwrap_or_else(|| text.to_owned())
}

/// The messages from this id on that contain the number.
pub(super) async fn in_messages(
    connection: &mut AnyConnection,
    key: &str,
    from: i64,
) -> sqlx::Result<Vec<i64>> {
    let columns = ["name", "email", "subject", "message"];
    find_rows(connection, key, "messages", &columns, "", from).await
}

/// The referrals that match the condition and contain the number.
async fn in_referrals(
    connection: &mut AnyConnection,
    key: &str,
    condition: &str,
    from: i64,
) -> sqlx::Result<Vec<i64>> {
    let texts: Vec<_> = Referral::TEXTS.iter().map(|name| referrals::column(name)).collect();
    let texts = texts.iter().map(String::as_str).chain(["status", STATUSES, EVENTS]);
    find_rows(connection, key, "referrals", &texts.collect::<Vec<_>>(), condition, from).await
}

async fn find_rows(
    connection: &mut AnyConnection,
    key: &str,
    table: &str,
    columns: &[&str],
    condition: &str,
    mut from: i64,
) -> sqlx::Result<Vec<i64>> {
    let sql = format!(
        "SELECT id, {} FROM {table} WHERE id >= $1 {condition} ORDER BY id LIMIT 500",
        columns.join(", ")
    );
    let mut found = Vec::new();
    loop {
        let query = sqlx::query(AssertSqlSafe(sql.clone())).bind(from);
        let rows = query.fetch_all(&mut *connection).await?;
        for row in &rows {
            let id = row.int("id")?;
            from = id.saturating_add(1);
            for place in 1..=columns.len() {
                if is_mentioned(&row.try_get::<String, _>(place)?, key) {
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

/// Whether a text contains the number; also a list of events, which are JSON with escapes.
fn is_mentioned(text: &str, key: &str) -> bool {
    numbers::mentions(text, key)
        || text.starts_with('[')
            && text.contains('\\')
            && serde_json::from_str::<Value>(text).is_ok_and(|events| {
                let mut blanked = events.clone();
                blank_strings(&mut blanked, key);
                blanked != events
            })
}

/// Numbers of other people whose account or session names contain this number. The site's own names
/// have four digits, which cannot contain a number.
async fn in_names(connection: &mut AnyConnection, key: &str) -> sqlx::Result<BTreeSet<String>> {
    let names = sqlx::query(
        "SELECT mobile, name FROM accounts WHERE name NOT LIKE 'User____' \
         UNION SELECT mobile, name FROM sessions WHERE name NOT LIKE 'User____'",
    );
    let mut found = BTreeSet::new();
    for row in names.fetch_all(connection).await? {
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
    let sql = format!(
        "SELECT {}, r.origin FROM referrals AS r WHERE r.id = $1 AND r.referrer_number <> $2{}",
        referrals::columns(),
        store.dialect.for_update()
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(key);
    let Some(row) = query.fetch_optional(&mut *tx).await? else { return Ok(false) };
    let before = referrals::stored(&row)?;
    let after = before.referral().with_texts(|_, text| blank(text, key));
    let status = Status::from(blank(after.status.as_str(), key));
    let after = Referral { status, ..after };
    let in_events = blank_events(tx, key, id).await? | blank_statuses(tx, key, id).await?;
    if after == *before.referral() {
        if in_events {
            backfill::rewrite(store, tx, id).await?;
        }
        return Ok(in_events);
    }
    let texts = referrals::texts(&after);
    let columns = texts.iter().zip(4..).map(|((name, _), place)| format!("{name} = ${place}"));
    let sql = format!(
        "UPDATE referrals SET key = $2, origin = NULL, status = $3, {} WHERE id = $1",
        columns.collect::<Vec<_>>().join(", ")
    );
    let update = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(ReferralView::of(&after).key);
    let update = update.bind(after.status.as_str().to_owned());
    let update = texts.into_iter().fold(update, |update, (_, text)| update.bind(text));
    update.execute(&mut *tx).await?;
    let mut erased = vec![(before.key, id)];
    erased.extend(row.maybe_text("origin")?.map(|origin| (origin, id)));
    fingerprints::replace_plain_keys(tx, &store.keyed_hash, &erased).await?;
    backfill::rewrite(store, tx, id).await?;
    Ok(true)
}

/// Replaces the number in the referral's events.
async fn blank_events(tx: &mut AnyConnection, key: &str, id: i64) -> sqlx::Result<bool> {
    let rows =
        sqlx::query("SELECT seq, event FROM changes WHERE referral_id = $1 AND event IS NOT NULL");
    let rows = rows.bind(id).fetch_all(&mut *tx).await?;
    let events = rows.iter().map(|row| Ok((row.int("seq")?, row.text("event")?)));
    let mut events = events.collect::<sqlx::Result<Vec<_>>>()?;
    // An undoing comes after the event that it undoes, and refers to it by a hash of its text,
    // which may change.
    events.sort_by_key(|(_, text)| instant_of(text));
    let mut new_ids = BTreeMap::new();
    for (seq, text) in events {
        let blanked = blank_event(&text, key, &new_ids);
        if blanked != text {
            new_ids.insert(history::event_id(&text), history::event_id(&blanked));
            sqlx::query("UPDATE changes SET event = $2 WHERE seq = $1")
                .bind(seq)
                .bind(blanked)
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(!new_ids.is_empty())
}

/// Replaces the number in what a referral's history has as its status, which an import may set to
/// any text.
async fn blank_statuses(tx: &mut AnyConnection, key: &str, id: i64) -> sqlx::Result<bool> {
    let rows = sqlx::query("SELECT seq, status FROM changes WHERE referral_id = $1");
    let mut blanked = false;
    for row in rows.bind(id).fetch_all(&mut *tx).await? {
        let status = row.text("status")?;
        let after = blank(&status, key);
        if after != status {
            let update = sqlx::query("UPDATE changes SET status = $2 WHERE seq = $1");
            update.bind(row.int("seq")?).bind(after).execute(&mut *tx).await?;
            blanked = true;
        }
    }
    Ok(blanked)
}

/// When an event happened; 0 if it does not say.
fn instant_of(text: &str) -> u64 {
    let event = serde_json::from_str::<Value>(text).unwrap_or_default();
    event["at"].as_u64().unwrap_or_default()
}

/// Replaces the number in the strings and numbers of an event's JSON; instants and points are left
/// alone. An event that it
/// undoes may have a new name.
fn blank_event(text: &str, key: &str, new_ids: &BTreeMap<String, String>) -> String {
    let Ok(mut event) = serde_json::from_str::<Value>(text) else { return blank(text, key) };
    let before = event.clone();
    blank_strings(&mut event, key);
    let target = event.get("target").and_then(Value::as_str).and_then(|id| new_ids.get(id));
    if let Some(target) = target.cloned() {
        event["target"] = target.into();
    }
    if event == before { text.to_owned() } else { event.to_string() }
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
                    if !(FIGURES.contains(&name.as_str()) && value.is_number()) {
                        blank_strings(&mut value, key);
                    }
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
    use crate::{Export, Importer};

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
