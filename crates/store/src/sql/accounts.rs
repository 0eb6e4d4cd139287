//! Registered users, and the departures of those who were.

use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::SqlStore;
use super::row::{Fields, millis};
use super::text::{digest, storable};

/// The account of a number.
pub(super) async fn find(store: &SqlStore, mobile: &MobileNumber) -> sqlx::Result<Option<User>> {
    find_in(&mut *store.readers.acquire().await?, mobile).await
}

/// The same, within a transaction.
pub(super) async fn find_in(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<User>> {
    let row = sqlx::query("SELECT mobile, name, registered_at FROM accounts WHERE mobile = $1")
        .bind(mobile.as_str())
        .fetch_optional(tx)
        .await?;
    row.as_ref().map(user).transpose()
}

/// Those after a number, in order.
pub(super) async fn list(
    store: &SqlStore,
    after: Option<&MobileNumber>,
    most: u32,
) -> sqlx::Result<Vec<User>> {
    let rows = sqlx::query(
        "SELECT mobile, name, registered_at FROM accounts WHERE mobile > $1 \
         ORDER BY mobile LIMIT $2",
    )
    .bind(after.map_or("", MobileNumber::as_str))
    .bind(i64::from(most))
    .fetch_all(&store.readers)
    .await?;
    rows.iter().map(user).collect()
}

/// Registers somebody; false if the number is registered already.
pub(super) async fn insert(tx: &mut AnyConnection, user: &User) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO accounts (mobile, name, registered_at) VALUES ($1, $2, $3) \
         ON CONFLICT (mobile) DO NOTHING",
    )
    .bind(user.mobile_number.as_str())
    .bind(storable(&user.name))
    .bind(user.registered_at.map(millis))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Replaces an account by a version of it.
pub(super) async fn update(tx: &mut AnyConnection, user: &User) -> sqlx::Result<()> {
    sqlx::query("UPDATE accounts SET name = $2, registered_at = $3 WHERE mobile = $1")
        .bind(user.mobile_number.as_str())
        .bind(storable(&user.name))
        .bind(user.registered_at.map(millis))
        .execute(tx)
        .await?;
    Ok(())
}

/// When the account of a number was last erased.
pub(super) async fn departed_at(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<Instant>> {
    let row = sqlx::query("SELECT at FROM departures WHERE number = $1")
        .bind(digest(mobile.as_str()))
        .fetch_optional(tx)
        .await?;
    row.map(|row| row.instant("at")).transpose()
}

/// The user that a row's `mobile`, `name` and `registered_at` name.
pub(super) fn user(row: &AnyRow) -> sqlx::Result<User> {
    Ok(User {
        mobile_number: row.mobile("mobile")?,
        name: row.text("name")?,
        registered_at: row.maybe_instant("registered_at")?,
    })
}
