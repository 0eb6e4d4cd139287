//! A phone number in texts that other people wrote. Most texts are searched before the erasing
//! transaction, without blocking anybody; the transaction itself only searches what was written
//! since.

use std::collections::BTreeSet;

use domain::referral::Instant;
use serde_json::Value;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::db::fault::commit;
use crate::db::locks::Lock;
use crate::db::row::{Fields, millis};
use crate::db::{Store, locks};
use crate::privacy::sql::blanking::{self, MARK, blank_strings};

/// How far back the transaction searches again, in milliseconds. It covers requests that were in
/// progress during the first search, and differences between the clocks of servers.
pub(crate) const RECENT: i64 = 60 * 60 * 1000;

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
            blanked += u64::from(blanking::referral(store, tx, key, id).await?);
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

#[cfg(test)]
mod tests {
    use domain::account::User;
    use domain::mobile::MobileNumber;
    use tempfile::TempDir;

    use super::*;
    use crate::transfer::records::{Export, Importer};

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
