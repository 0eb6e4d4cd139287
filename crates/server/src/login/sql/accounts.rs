//! Accounts, and the notes of erased ones.

use crate::db::Result;
use api::Notify;
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::fault::retry;
use crate::db::people::stored;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::db::{Store, fault};

impl Store {
    /// The account of a number.
    pub async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        retry!(self, "account", async {
            find_in(&mut *self.readers.acquire().await?, mobile).await
        })
    }

    /// The language in which the member with this number reads the site, if that is known.
    pub async fn language(&self, mobile: &MobileNumber) -> Result<Option<String>> {
        retry!(self, "language", async {
            language(&mut *self.readers.acquire().await?, mobile).await
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
                Notify::None => "UPDATE accounts SET notify = NULL WHERE number = $1",
                Notify::Sms => "UPDATE accounts SET notify = 'sms' WHERE number = $1",
            };
            let accounts =
                sqlx::query(set).bind(numbers::key(mobile.as_str())).execute(&mut *tx).await?;
            fault::commit(tx).await?;
            Ok(accounts.rows_affected() > 0)
        })
    }

    /// Changes what a member is called, in all their sessions too, if this one is still open; false
    /// if there is no such account.
    pub async fn set_name(
        &self,
        mobile: &MobileNumber,
        name: &str,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "set_name", async {
            let mut tx = self.begin_for(session).await?;
            let accounts = sqlx::query("UPDATE accounts SET name = $2 WHERE number = $1")
                .bind(numbers::key(mobile.as_str()))
                .bind(storable(name))
                .execute(&mut *tx)
                .await?;
            sqlx::query("UPDATE sessions SET name = $2 WHERE mobile = $1")
                .bind(stored(mobile))
                .bind(storable(name))
                .execute(&mut *tx)
                .await?;
            fault::commit(tx).await?;
            Ok(accounts.rows_affected() > 0)
        })
    }
}

/// The account of a number, within a transaction.
pub(crate) async fn find_in(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<User>> {
    let user = find_locked(tx, mobile, "").await?;
    Ok(user.map(|user| User { mobile_number: numbers::normal(mobile), ..user }))
}

/// The same, with the number as it is stored; `lock` is the dialect's locking clause.
pub(crate) async fn find_locked(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
    lock: &str,
) -> sqlx::Result<Option<User>> {
    let select = "SELECT mobile, name, registered_at FROM accounts WHERE number = ";
    let select = Statement::new(select).bind(numbers::key(mobile.as_str())).add(lock);
    select.row(tx).await?.as_ref().map(user).transpose()
}

/// Whether a number has an account that somebody has logged in to: a file can bring one of anybody.
pub(crate) async fn is_proven(tx: &mut AnyConnection, key: &str) -> sqlx::Result<bool> {
    let found = sqlx::query(
        "SELECT a.mobile FROM accounts AS a JOIN last_logins AS l ON l.number = a.number \
         WHERE a.number = $1",
    );
    Ok(found.bind(key).fetch_optional(tx).await?.is_some())
}

/// Stores an account; false if the number has one already.
pub(crate) async fn insert(tx: &mut AnyConnection, user: &User) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO accounts (number, mobile, name, registered_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING",
    )
    .bind(numbers::key(user.mobile_number.as_str()))
    .bind(user.mobile_number.as_str())
    .bind(storable(&user.name))
    .bind(user.registered_at.map(millis))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes in which language a member reads the site; nothing if there is no such account.
pub(crate) async fn set_language(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
    language: &str,
) -> sqlx::Result<()> {
    let update = sqlx::query("UPDATE accounts SET language = $2 WHERE number = $1");
    update.bind(numbers::key(mobile.as_str())).bind(language).execute(tx).await?;
    Ok(())
}

/// The language in which a member reads the site, if it is known.
pub(crate) async fn language(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<String>> {
    let select = sqlx::query("SELECT language FROM accounts WHERE number = $1");
    let row = select.bind(numbers::key(mobile.as_str())).fetch_optional(tx).await?;
    Ok(row.map(|row| row.maybe_text("language")).transpose()?.flatten())
}

/// How a member is notified about their referrals.
pub(crate) async fn notify(
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Notify> {
    let notify = sqlx::query("SELECT notify FROM accounts WHERE number = $1")
        .bind(numbers::key(mobile.as_str()));
    let row = notify.fetch_optional(connection).await?;
    let notify = row.map(|row| row.maybe_text("notify")).transpose()?.flatten();
    // A value of a later version counts as none.
    Ok(if notify.as_deref() == Some("sms") { Notify::Sms } else { Notify::None })
}

/// When the account of a number was last erased.
pub(crate) async fn erased_at(
    store: &Store,
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<Instant>> {
    let erased = sqlx::query("SELECT at FROM erased_accounts WHERE number = $1");
    let erased = erased.bind(store.keyed_hash.number(mobile)).fetch_optional(tx).await?;
    erased.map(|row| row.instant("at")).transpose()
}

/// The user in a row with `mobile`, `name` and `registered_at`.
pub(crate) fn user(row: &AnyRow) -> sqlx::Result<User> {
    Ok(User {
        mobile_number: row.mobile("mobile")?,
        name: row.text("name")?,
        registered_at: row.maybe_instant("registered_at")?,
    })
}
