//! Erasing. What a referral leaves is the fingerprint of its key in `graves`, which a trigger begins
//! and [`fingerprints`] seals; its history, its place in the index of grams and its submission's
//! name for it go with it.

use api::Erased;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::fault::commit;
use super::locks::Lock;
use super::mentions::Mentions;
use super::people::{Person, fill_all};
use super::row::{Fields, decode, millis};
use super::text::digest;
use super::{
    Store, accounts, answers, changes, counters, fingerprints, locks, mentions, messages, security,
    sessions,
};
use crate::RetryKey;

/// Deletes referrals, and says of each what has to be remembered of it.
macro_rules! delete_referrals {
    ($condition:literal) => {
        concat!(
            "DELETE FROM referrals WHERE ",
            $condition,
            " RETURNING id, key, origin, status, points"
        )
    };
}

/// Erases all that is stored about whoever has a number, at their own request.
pub(super) async fn referrer(
    store: &Store,
    mobile: &MobileNumber,
    now: Instant,
    session: Option<&[u8; 32]>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erased> {
    let person = Person::of(mobile.as_str());
    let found = Mentions::of(store, &person.key).await?;
    let mut tx = store.begin().await?;
    locks::take(&mut tx, Lock::Copies).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        // What cannot be read is of another version of this program, and was done.
        return Ok(serde_json::from_str(&answer).unwrap_or_default());
    }
    sessions::must_be_open(store, &mut tx, session).await?;
    fill_all(&mut tx).await?;
    changes::blank(&mut tx, &person).await?;
    let account = accounts::find_in(&mut tx, mobile).await?;
    // Not before the account was made, even where a clock was set back.
    let registered_at = account.and_then(|account| account.registered_at);
    let at = registered_at.map_or(now, |at| at.max(now));
    depart(store, &mut tx, mobile, at).await?;
    // Whoever writes under a session of this number has it locked: they are before this, and what
    // they write is deleted below, or they find it gone.
    let accounts = person.execute(&mut tx, "DELETE FROM accounts", "mobile").await?;
    let sessions = person.execute(&mut tx, "DELETE FROM sessions", "mobile").await?;
    for table in [
        "DELETE FROM codes",
        "DELETE FROM devices",
        "DELETE FROM second_factors",
        "DELETE FROM second_factor_tries",
    ] {
        person.execute(&mut tx, table, "mobile").await?;
    }
    // What an earlier program has counted has a plain hash of the number. It counts on, towards
    // what one address and all together may have.
    for spelling in &person.spellings {
        sqlx::query("UPDATE sends SET number = NULL WHERE number = $1")
            .bind(digest(spelling))
            .execute(&mut *tx)
            .await?;
    }
    let gone = sqlx::query(delete_referrals!("referrer_number = $1 OR referred_number = $1"));
    let referrals = bury(store, &mut tx, gone.bind(person.key.as_str())).await?;
    let (messages, blanked) = messages::erase(&mut tx, &person.key, &found.messages, now).await?;
    let blanked = blanked + found.blank_referrals(store, &mut tx, &person.key, now).await?;
    let blanked = blanked + mentions::blank_names(&mut tx, &person.key).await?;
    let changes = changes::forget(&mut tx).await?;
    let account_stays = false;
    let erasure =
        Erased { accounts, sessions, referrals, messages, blanked, changes, account_stays };
    answers::finish(&mut tx, retry, &serde_json::to_string(&erasure).map_err(decode)?).await?;
    security::commit(tx).await?;
    Ok(erasure)
}

/// Erases what is stored about a person by others, and by themselves as a guest. What stands under
/// an account of their own, only they can erase.
pub(super) async fn referred(
    store: &Store,
    phone: &str,
    now: Instant,
    session: Option<&[u8; 32]>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erased> {
    let person = Person::of(phone);
    let found = Mentions::of(store, &person.key).await?;
    let mut tx = store.begin().await?;
    locks::take(&mut tx, Lock::Copies).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        return Ok(serde_json::from_str(&answer).unwrap_or_default());
    }
    sessions::must_be_open(store, &mut tx, session).await?;
    fill_all(&mut tx).await?;
    let mut erasure =
        Erased { account_stays: has_account(&mut tx, &person).await?, ..Erased::default() };
    if !erasure.account_stays {
        changes::blank(&mut tx, &person).await?;
    }
    let statement = if erasure.account_stays {
        delete_referrals!("referred_number = $1")
    } else {
        delete_referrals!("referrer_number = $1 OR referred_number = $1")
    };
    let gone = sqlx::query(statement).bind(person.key.as_str());
    erasure.referrals = bury(store, &mut tx, gone).await?;
    (erasure.messages, erasure.blanked) =
        messages::erase(&mut tx, &person.key, &found.messages, now).await?;
    erasure.blanked += found.blank_referrals(store, &mut tx, &person.key, now).await?;
    erasure.blanked += mentions::blank_names(&mut tx, &person.key).await?;
    if !erasure.account_stays {
        person.execute(&mut tx, "DELETE FROM codes", "mobile").await?;
        erasure.changes = changes::forget(&mut tx).await?;
    }
    answers::finish(&mut tx, retry, &serde_json::to_string(&erasure).map_err(decode)?).await?;
    security::commit(tx).await?;
    Ok(erasure)
}

/// Erases what is older than it is kept.
pub(super) async fn retain(store: &Store, before: Instant) -> sqlx::Result<u64> {
    let mut tx = store.begin().await?;
    locks::take(&mut tx, Lock::Copies).await?;
    let messages = sqlx::query("DELETE FROM messages WHERE at < $1")
        .bind(millis(before))
        .execute(&mut *tx)
        .await?;
    let gone = sqlx::query(delete_referrals!("id < $1")).bind(millis(before));
    let referrals = bury(store, &mut tx, gone).await?;
    commit(tx).await?;
    Ok(messages.rows_affected() + referrals)
}

/// Whether somebody has an account, or is logged in without one, as the admin may be.
async fn has_account(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<bool> {
    let has = person.has("mobile");
    let sql = format!(
        "SELECT mobile FROM accounts WHERE {has} UNION ALL SELECT mobile FROM sessions WHERE {has} \
         LIMIT 1"
    );
    let query = person.bind(sqlx::query(AssertSqlSafe(sql)));
    Ok(query.fetch_optional(tx).await?.is_some())
}

/// Does a deletion of referrals, takes them out of the sums, and says how many they were.
async fn bury(
    store: &Store,
    tx: &mut AnyConnection,
    gone: Query<'_, Any, AnyArguments>,
) -> sqlx::Result<u64> {
    let rows = gone.fetch_all(&mut *tx).await?;
    let mut delta = Delta::default();
    let mut erased = Vec::new();
    for row in &rows {
        delta -= Delta::of(&row.text("status")?, row.int("points")?);
        let id = row.int("id")?;
        erased.push((row.text("key")?, id));
        erased.extend(row.maybe_text("origin")?.map(|origin| (origin, id)));
    }
    fingerprints::seal_referrals(tx, &store.seal, &erased).await?;
    counters::apply(tx, &delta).await?;
    Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
}

async fn depart(
    store: &Store,
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO departures (number, at, keyed) VALUES ($1, $2, $3) \
         ON CONFLICT (number) DO UPDATE SET at = excluded.at \
         WHERE departures.at < excluded.at",
    )
    .bind(store.seal.number(numbers::normal(mobile).as_str()))
    .bind(millis(at))
    .bind(i64::from(store.seal.is_keyed()))
    .execute(tx)
    .await?;
    Ok(())
}
