//! Accounts, and the notes of erased ones.

use crate::Result;
use api::Notify;
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::fault::retry;
use super::people::Person;
use super::row::{Fields, millis, placeholders};
use super::text::storable;
use super::{Store, fault};

impl Store {
    /// The account of a number.
    pub async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        retry!(self, "account", async {
            find_in(&mut *self.readers.acquire().await?, mobile).await
        })
    }

    /// A page of the accounts, in the order of their numbers: those after `after`.
    pub async fn accounts(&self, after: Option<&MobileNumber>, limit: u32) -> Result<Vec<User>> {
        retry!(self, "accounts", async {
            let rows = sqlx::query(
                "SELECT mobile, name, registered_at FROM accounts WHERE mobile > $1 \
                 ORDER BY mobile LIMIT $2",
            )
            .bind(after.map_or("", MobileNumber::as_str))
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
            rows.iter().map(user).collect()
        })
    }

    /// How a member is notified about their referrals.
    pub async fn notify(&self, mobile: &MobileNumber) -> Result<Notify> {
        retry!(self, "notify", async { notify(&mut *self.readers.acquire().await?, mobile).await })
    }

    /// Changes how a member is notified, if the session is still open; false if there is no such
    /// account.
    pub async fn set_notify(
        &self,
        mobile: &MobileNumber,
        notify: Notify,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "set_notify", async {
            let mut tx = self.begin_for(session).await?;
            let set = match notify {
                Notify::None => "UPDATE accounts SET notify = NULL",
                Notify::Sms => "UPDATE accounts SET notify = 'sms'",
            };
            let accounts = Person::of(mobile.as_str()).execute(&mut tx, set, "mobile").await?;
            fault::commit(tx).await?;
            Ok(accounts > 0)
        })
    }
}

/// The account of a number, within a transaction. Earlier versions may have stored several
/// spellings of one number; then it is the earliest account.
pub(super) async fn find_in(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<User>> {
    let user = find_locked(tx, mobile, "").await?;
    Ok(user.map(|user| User { mobile_number: numbers::normal(mobile), ..user }))
}

/// The account with this spelling; `lock` is the dialect's locking clause.
pub(super) async fn find_locked(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
    lock: &str,
) -> sqlx::Result<Option<User>> {
    let person = Person::of(mobile.as_str());
    let has = person.has("mobile");
    let sql = format!("SELECT mobile, name, registered_at FROM accounts WHERE {has}{lock}");
    let query = person.bind(sqlx::query(AssertSqlSafe(sql)));
    let rows = query.fetch_all(tx).await?;
    let mut users = rows.iter().map(user).collect::<sqlx::Result<Vec<_>>>()?;
    users.sort_by_key(|user| {
        let spelling = user.mobile_number.as_str();
        let place = person.spellings.iter().position(|known| known == spelling);
        (user.registered_at, place)
    });
    Ok(users.into_iter().next())
}

/// Stores an account with the number as it was typed; false if this spelling has an account
/// already.
pub(super) async fn insert(
    tx: &mut AnyConnection,
    user: &User,
    typed: Option<&str>,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO accounts (mobile, name, registered_at, typed) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (mobile) DO NOTHING",
    )
    .bind(user.mobile_number.as_str())
    .bind(storable(&user.name))
    .bind(user.registered_at.map(millis))
    .bind(typed.map(storable))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// How a member is notified about their referrals.
pub(super) async fn notify(
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Notify> {
    let person = Person::of(mobile.as_str());
    let sql = format!("SELECT notify FROM accounts WHERE {}", person.has("mobile"));
    let rows = person.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(connection).await?;
    for row in rows {
        // A value of a later version counts as none.
        if row.maybe_text("notify")?.as_deref() == Some("sms") {
            return Ok(Notify::Sms);
        }
    }
    Ok(Notify::None)
}

/// When the account of a number was last erased.
pub(super) async fn erased_at(
    store: &Store,
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<Instant>> {
    let fingerprints = store.keyed_hash.numbers(&Person::of(mobile.as_str()));
    let placeholders = placeholders(1, fingerprints.len());
    let sql = format!("SELECT MAX(at) AS at FROM departures WHERE number IN {placeholders}");
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for fingerprint in fingerprints {
        query = query.bind(fingerprint);
    }
    query.fetch_one(tx).await?.maybe_instant("at")
}

/// The user in a row with `mobile`, `name` and `registered_at`.
pub(super) fn user(row: &AnyRow) -> sqlx::Result<User> {
    Ok(User {
        mobile_number: row.mobile("mobile")?,
        name: row.text("name")?,
        registered_at: row.maybe_instant("registered_at")?,
    })
}
