//! Erasing. A trigger stores the key of each erased referral in `graves`, and [`fingerprints`]
//! replaces it by a keyed fingerprint. The referral's history, its grams and its idempotency key
//! are deleted with it.

use api::Erased;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Type};

use super::backfill::{fill_rest, rewrite};
use super::counters::Delta;
use super::fault::{commit, retry};
use super::locks::Lock;
use super::mentions::Mentions;
use super::people::Person;
use super::row::{Fields, decode, millis};
use super::text::digest;
use super::{
    Store, accounts, answers, counters, elsewhere, fingerprints, history, locks, messages,
    security, staff,
};
use crate::{Integrations, Result, RetryKey};

impl Store {
    /// Erases everything stored about the person with a number, in any spelling: account, sessions,
    /// codes, devices, the referrals that they made and those about them with their histories,
    /// messages from an address with the number in it, the number in all other texts, and their name
    /// as author of changes. It requires that the session is still open. Counts of sent codes stay. A
    /// retry gets the result of the first try. The last owner is refused, and so is whoever made
    /// webhooks or tokens, unless `integrations` says what becomes of these.
    pub async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        integrations: Option<&Integrations>,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        let (number, holder) = (mobile.as_str(), Some((mobile, integrations)));
        retry!(self, "erase_referrer", person(self, number, holder, now, session, retry))
    }

    /// Erases everything stored about a person by their phone number, except for their own account
    /// and the referrals that they made under it.
    pub async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        retry!(self, "erase_referred", person(self, phone, None, now, session, retry))
    }

    /// Erases what is older than the company keeps it: referrals and messages from before `before`.
    /// Returns the number of both.
    pub async fn retain(&self, before: Instant) -> Result<u64> {
        retry!(self, "retain", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Erasures).await?;
            let messages = sqlx::query("DELETE FROM messages WHERE at < $1")
                .bind(millis(before))
                .execute(&mut *tx)
                .await?;
            // For each later referral, another one may now be the first of the number.
            let unflag = "UPDATE referrals SET projected = NULL WHERE duplicate_of < $1";
            sqlx::query(unflag).bind(millis(before)).execute(&mut *tx).await?;
            let old = "id < $1";
            let lock = self.dialect.for_update();
            if !lock.is_empty() {
                let sql = format!("SELECT id FROM referrals WHERE {old}{lock}");
                sqlx::query(AssertSqlSafe(sql)).bind(millis(before)).fetch_all(&mut *tx).await?;
                counters::apply(&mut tx, &Delta::default()).await?;
            }
            let referrals = delete(self, &mut tx, old, millis(before)).await?;
            commit(tx).await?;
            Ok(messages.rows_affected() + referrals)
        })
    }
}

/// Erases everything stored about the person with a number. If the request is not from the
/// account's `holder`, the account and everything under it stay, because only its holder may erase
/// them.
async fn person(
    store: &Store,
    number: &str,
    holder: Option<(&MobileNumber, Option<&Integrations>)>,
    now: Instant,
    session: Option<&[u8; 32]>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erased> {
    let person = Person::of(number);
    let key = person.key.as_str();
    let found = Mentions::of(store, key).await?;
    let mut tx = store.begin().await?;
    let imports = locks::take(&mut tx, Lock::Erasures).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        return serde_json::from_str(&answer).map_err(decode);
    }
    if holder.is_some() {
        // Before the session, as everywhere else where staff change.
        locks::take(&mut tx, Lock::Staff).await?;
    }
    store.must_be_open(&mut tx, session).await?;
    fill_rest(store, &mut tx).await?;
    let account_stays = holder.is_none() && has_account(&mut tx, &person).await?;
    let mut erased = Erased { account_stays, ..Erased::default() };
    let mut theirs = "referred_number = $1 OR shown_number = $1";
    if !account_stays {
        theirs = "referrer_number = $1 OR referred_number = $1 OR shown_number = $1";
        history::blank(&mut tx, &person).await?;
        person.execute(&mut tx, "DELETE FROM codes", "mobile").await?;
    }
    if let Some((mobile, integrations)) = holder {
        staff::erase(store, &mut tx, &person, integrations, now, &mut erased).await?;
        delete_account(store, &mut tx, &person, mobile, now, &mut erased).await?;
    }
    // Locks in the same order as other transactions, the totals last. After that, look again for
    // what was submitted meanwhile. A submission that still waits for the totals looks again
    // itself.
    lock_with_later_ones(store, &mut tx, theirs, key).await?;
    counters::apply(&mut tx, &Delta::default()).await?;
    let later = lock_with_later_ones(store, &mut tx, theirs, key).await?;
    erased.referrals = delete(store, &mut tx, theirs, key.to_owned()).await?;
    // For each later referral, another one may now be the first of the number.
    for id in later {
        rewrite(store, &mut tx, id).await?;
    }
    (erased.messages, erased.blanked) = messages::erase(&mut tx, key, &found.messages, now).await?;
    erased.blanked += found.blank_referrals(store, &mut tx, key, now).await?;
    erased.blanked += found.blank_names(&mut tx, key, imports).await?;
    erased.blanked += elsewhere::blank_texts(&mut tx, key).await?;
    if !account_stays {
        erased.changes = history::forget(&mut tx).await?;
    }
    answers::finish(&mut tx, retry, &serde_json::to_string(&erased).map_err(decode)?).await?;
    security::commit(tx).await?;
    Ok(erased)
}

/// Deletes an account, records the erasure, and counts in `erased` what went.
async fn delete_account(
    store: &Store,
    tx: &mut AnyConnection,
    person: &Person,
    mobile: &MobileNumber,
    now: Instant,
    erased: &mut Erased,
) -> sqlx::Result<()> {
    let account = accounts::find_in(tx, mobile).await?;
    // Never earlier than the account, even if the clock was set back.
    let registered_at = account.and_then(|account| account.registered_at);
    let at = registered_at.map_or(now, |at| at.max(now));
    remember_account(store, tx, mobile, at).await?;
    // Transactions under a session of this number have locked the account. What they wrote before
    // this is deleted here; later ones fail.
    erased.accounts += person.execute(tx, "DELETE FROM accounts", "mobile").await?;
    erased.sessions += person.execute(tx, "DELETE FROM sessions", "mobile").await?;
    erased.tokens += person.execute(tx, "DELETE FROM tokens", "mobile").await?;
    sqlx::query("DELETE FROM last_logins WHERE number = $1")
        .bind(person.key.as_str())
        .execute(&mut *tx)
        .await?;
    for table in ["devices", "second_factors", "second_factor_tries"] {
        let delete = &format!("DELETE FROM {table}");
        person.execute(tx, delete, "mobile").await?;
    }
    // Codes counted by an earlier version have a plain hash of the number. They keep counting for
    // the address and the total.
    for spelling in &person.spellings {
        sqlx::query("UPDATE sends SET number = NULL WHERE number = $1")
            .bind(digest(spelling))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Whether somebody has an account, or is staff, or has a session without an account.
async fn has_account(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<bool> {
    let has = person.has("mobile");
    let sql = format!(
        "SELECT mobile FROM accounts WHERE {has} UNION ALL SELECT mobile FROM sessions WHERE {has} \
         UNION ALL SELECT mobile FROM staff WHERE {has} LIMIT 1"
    );
    let query = person.bind(sqlx::query(AssertSqlSafe(sql)));
    Ok(query.fetch_optional(tx).await?.is_some())
}

/// Locks the referrals that the condition on `$1` finds, and those that are duplicates of them.
/// Returns the duplicates.
async fn lock_with_later_ones(
    store: &Store,
    tx: &mut AnyConnection,
    condition: &str,
    value: &str,
) -> sqlx::Result<Vec<i64>> {
    let lock = store.dialect.for_update();
    if !lock.is_empty() {
        let sql = format!("SELECT id FROM referrals WHERE {condition}{lock}");
        sqlx::query(AssertSqlSafe(sql)).bind(value.to_owned()).fetch_all(&mut *tx).await?;
    }
    let sql = format!(
        "SELECT id FROM referrals WHERE duplicate_of IN \
         (SELECT id FROM referrals WHERE {condition}) AND shown_number IN \
         (SELECT shown_number FROM referrals WHERE {condition}) ORDER BY id{lock}"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(value.to_owned()).fetch_all(tx).await?;
    rows.iter().map(|row| row.int("id")).collect()
}

/// Deletes the referrals that match a condition on `$1`, updates the totals, and returns the
/// number. The caller has locked them, and then the row of totals, because triggers update the sums
/// of stages.
async fn delete<T>(
    store: &Store,
    tx: &mut AnyConnection,
    condition: &str,
    value: T,
) -> sqlx::Result<u64>
where
    T: Send + for<'q> Encode<'q, Any> + Type<Any> + 'static,
{
    let sql = format!(
        "DELETE FROM referrals WHERE {condition} RETURNING id, key, origin, status, points"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(value).fetch_all(&mut *tx).await?;
    let mut delta = Delta::default();
    let mut erased = Vec::new();
    for row in &rows {
        delta -= Delta::of(&row.text("status")?, row.int("points")?);
        let id = row.int("id")?;
        erased.push((row.text("key")?, id));
        erased.extend(row.maybe_text("origin")?.map(|origin| (origin, id)));
    }
    fingerprints::replace_plain_keys(tx, &store.keyed_hash, &erased).await?;
    counters::apply(tx, &delta).await?;
    Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
}

/// Records when an account was erased, by the fingerprint of its number.
async fn remember_account(
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
    .bind(store.keyed_hash.number(numbers::normal(mobile).as_str()))
    .bind(millis(at))
    .bind(i64::from(store.keyed_hash.is_keyed()))
    .execute(tx)
    .await?;
    Ok(())
}
