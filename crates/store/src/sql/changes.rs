//! The history of referrals.

use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, Status};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::SqlStore;
use super::people::Person;
use super::row::{Fields, decode, int, millis};
use super::rows::places;
use super::text::storable;
use crate::{Actor, Change};

/// The history of a referral, oldest first.
pub(super) async fn history(store: &SqlStore, key: &str) -> sqlx::Result<Vec<Change>> {
    let rows = sqlx::query(
        "SELECT c.at, c.actor, c.actor_mobile, c.status, c.points FROM changes AS c \
         JOIN referrals AS r ON r.id = c.referral_id WHERE r.key = $1 ORDER BY c.seq",
    )
    .bind(storable(key))
    .fetch_all(&store.readers)
    .await?;
    rows.iter().map(change).collect()
}

/// The last change of a referral; every referral has one, that of its submission.
pub(super) async fn last(tx: &mut AnyConnection, id: Instant) -> sqlx::Result<Change> {
    let row = sqlx::query(
        "SELECT at, actor, actor_mobile, status, points FROM changes WHERE referral_id = $1 \
         ORDER BY seq DESC LIMIT 1",
    )
    .bind(millis(id))
    .fetch_one(tx)
    .await?;
    change(&row)
}

/// Adds an entry: `referral` as it is from now on.
pub(super) async fn write(
    tx: &mut AnyConnection,
    referral: &Referral,
    at: Instant,
    by: &Actor,
) -> sqlx::Result<()> {
    write_all(tx, &[(referral, at, by)]).await
}

/// The same for several.
pub(super) async fn write_all(
    tx: &mut AnyConnection,
    entries: &[(&Referral, Instant, &Actor)],
) -> sqlx::Result<()> {
    let sql = format!(
        "INSERT INTO changes (referral_id, at, actor, actor_mobile, status, points) VALUES {}",
        places(entries.len(), 6)
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for &(referral, at, by) in entries {
        let (actor, mobile) = match by {
            Actor::Guest => (GUEST, None),
            Actor::Member(mobile) => (MEMBER, Some(mobile.as_str())),
            Actor::Import => (IMPORT, None),
            Actor::Erased => (ERASED, None),
        };
        query = query
            .bind(millis(referral.id))
            .bind(millis(at))
            .bind(actor)
            .bind(mobile)
            .bind(referral.status.as_str())
            .bind(int(referral.points.get()));
    }
    query.execute(tx).await?;
    Ok(())
}

/// Forgets who made the changes that somebody made; says how many they were. History is not
/// rewritten but for this: the entries are taken out and put back at their places.
pub(super) async fn forget(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<u64> {
    let sql = format!(
        "SELECT seq, referral_id, at, status, points FROM changes WHERE {}",
        person.has("actor_mobile")
    );
    let query = person.bind(sqlx::query(AssertSqlSafe(sql)));
    let rows = query.fetch_all(&mut *tx).await?;
    person.execute(tx, "DELETE FROM changes", "actor_mobile").await?;
    for row in &rows {
        sqlx::query(
            "INSERT INTO changes (seq, referral_id, at, actor, status, points) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(row.int("seq")?)
        .bind(row.int("referral_id")?)
        .bind(row.int("at")?)
        .bind(ERASED)
        .bind(row.text("status")?)
        .bind(row.int("points")?)
        .execute(&mut *tx)
        .await?;
    }
    Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
}

const GUEST: &str = "guest";
const MEMBER: &str = "member";
const IMPORT: &str = "import";
const ERASED: &str = "erased";

fn change(row: &AnyRow) -> sqlx::Result<Change> {
    let by = match row.maybe_text("actor_mobile")? {
        Some(mobile) => {
            let mobile = MobileNumber::try_from(mobile).map_err(decode)?;
            Actor::Member(numbers::normal(&mobile))
        }
        None => match row.text("actor")?.as_str() {
            IMPORT => Actor::Import,
            ERASED => Actor::Erased,
            _ => Actor::Guest,
        },
    };
    Ok(Change {
        at: row.instant("at")?,
        by,
        status: Status::from(row.text("status")?),
        points: row.count("points")?,
    })
}
