//! Referrals as rows.

use domain::case::Case;
use domain::history::History;
use domain::ledger::{ReferralView, entries_of};
use domain::points::Points;
use domain::referral::{Referral, Status};
use domain::service::StoredService;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::dialect::Dialect;
use super::row::{Fields, decode, int, millis};
use super::rows::places;
use super::text::{haystack, storable};
use super::{SqlStore, changes};
use crate::Stored;

/// What [`stored`] reads of `referrals AS r`: the record and, in any order, its events.
pub(super) const COLUMNS: &str = concat!(
    "r.id, r.key, r.referrer_name, r.referrer_mobile, r.referred_name, r.referred_phone, \
     r.service, r.notes, r.date, r.status, r.points, r.awarded_at, r.version, (SELECT string_agg(",
    changes::event!(),
    ", ',') FROM changes AS c WHERE c.referral_id = r.id) AS events"
);

/// The referral of a key.
pub(super) async fn find(store: &SqlStore, key: &str) -> sqlx::Result<Option<Stored>> {
    find_in(&mut *store.readers.acquire().await?, key).await
}

/// The same, within a transaction: the referral that has this key, or came with it.
pub(super) async fn find_in(tx: &mut AnyConnection, key: &str) -> sqlx::Result<Option<Stored>> {
    let sql = format!("SELECT {COLUMNS} FROM referrals AS r WHERE r.key = $1 OR r.origin = $1");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(storable(key)).fetch_optional(tx).await?;
    row.as_ref().map(stored).transpose()
}

/// The same, which nobody else changes until the transaction ends. It is read after it is locked:
/// in one statement, PostgreSQL would show its events as they were before somebody else's change.
pub(super) async fn find_locked(
    dialect: Dialect,
    tx: &mut AnyConnection,
    key: &str,
) -> sqlx::Result<Option<Stored>> {
    let lock = dialect.for_update();
    let sql = format!("SELECT r.id FROM referrals AS r WHERE r.key = $1 OR r.origin = $1{lock}");
    sqlx::query(AssertSqlSafe(sql)).bind(storable(key)).fetch_optional(&mut *tx).await?;
    find_in(tx, key).await
}

/// The record with texts that can be stored.
pub(super) fn storable_referral(referral: Referral) -> Referral {
    let status = String::from(referral.status);
    Referral {
        referrer_name: storable(&referral.referrer_name),
        referrer_mobile: storable(&referral.referrer_mobile),
        referred_name: storable(&referral.referred_name),
        referred_phone: storable(&referral.referred_phone),
        service: StoredService::from(storable(referral.service.value())),
        notes: storable(&referral.notes),
        date: storable(&referral.date),
        status: Status::from(storable(&status)),
        ..referral
    }
}

/// Keeps a new referral; `None` if its key is taken, or its id is or was. `origin` is the key that it
/// came with, if that is another one.
pub(super) async fn insert(
    tx: &mut AnyConnection,
    case: Case,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    let stored = insert_all(tx, vec![(case, origin)]).await?;
    Ok(stored.and_then(|mut stored| stored.pop()))
}

/// The same for several, each with its origin; `None` if one of them was not kept.
pub(super) async fn insert_all(
    tx: &mut AnyConnection,
    new: Vec<(Case, Option<&str>)>,
) -> sqlx::Result<Option<Vec<Stored>>> {
    let sql = format!(
        "INSERT INTO referrals (version, id, key, origin, referrer_name, referrer_mobile, \
         referred_name, referred_phone, service, notes, date, status, points, awarded_at, haystack, \
         referrer_number, referred_number) \
         SELECT 1, new.* FROM (VALUES {}) AS new \
         WHERE NOT EXISTS (SELECT 1 FROM graves WHERE id = new.column1) ON CONFLICT DO NOTHING",
        places(new.len(), 16)
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    let mut stored = Vec::with_capacity(new.len());
    for (case, origin) in new {
        let referral = storable_referral(case.referral().clone());
        let key = ReferralView::of(&referral).key;
        query = query
            .bind(millis(referral.id))
            .bind(key.clone())
            .bind(origin.filter(|&origin| origin != key).map(str::to_owned))
            .bind(referral.referrer_name.clone())
            .bind(referral.referrer_mobile.clone())
            .bind(referral.referred_name.clone())
            .bind(referral.referred_phone.clone())
            .bind(referral.service.value().to_owned())
            .bind(referral.notes.clone())
            .bind(referral.date.clone())
            .bind(referral.status.as_str().to_owned())
            .bind(int(referral.points.get()))
            .bind(referral.awarded_at.map(millis))
            .bind(searched(&referral))
            .bind(numbers::key(&referral.referrer_mobile))
            .bind(numbers::key(&referral.referred_phone));
        let case = case_of(referral, &case.history());
        stored.push(Stored { case, key, version: 1 });
    }
    let done = query.execute(tx).await?;
    Ok((done.rows_affected() == stored.len() as u64).then_some(stored))
}

/// What a search looks at.
pub(super) fn searched(referral: &Referral) -> String {
    haystack(&[
        &referral.referred_name,
        &referral.referred_phone,
        &referral.referrer_name,
        &referral.referrer_mobile,
        &referral.notes,
    ])
}

/// Puts a case in the place of a referral that this transaction holds: what its history comes to.
/// Says by how much the sums change.
pub(super) async fn replace(
    tx: &mut AnyConnection,
    before: Stored,
    case: Case,
) -> sqlx::Result<(Stored, Delta)> {
    let delta = Delta::edited(before.referral(), case.referral());
    let after = Stored { case, key: before.key, version: before.version + 1 };
    let referral = after.referral();
    sqlx::query(
        "UPDATE referrals SET status = $2, points = $3, awarded_at = $4, version = $5 \
         WHERE id = $1",
    )
    .bind(millis(referral.id))
    .bind(storable(referral.status.as_str()))
    .bind(int(referral.points.get()))
    .bind(referral.awarded_at.map(millis))
    .bind(int(after.version))
    .execute(tx)
    .await?;
    Ok((after, delta))
}

/// The case of a record, with this history.
pub(super) fn case_of(referral: Referral, history: &History) -> Case {
    Case::stored(referral, &history.texts().collect::<Vec<_>>())
}

/// The referral of a row.
pub(super) fn stored(row: &AnyRow) -> sqlx::Result<Stored> {
    let referral = Referral {
        id: row.instant("id")?,
        referrer_name: row.text("referrer_name")?,
        referrer_mobile: row.text("referrer_mobile")?,
        referred_name: row.text("referred_name")?,
        referred_phone: row.text("referred_phone")?,
        service: StoredService::from(row.text("service")?),
        notes: row.text("notes")?,
        date: row.text("date")?,
        status: Status::from(row.text("status")?),
        points: Points::try_from(row.count("points")?).map_err(decode)?,
        awarded_at: row.maybe_instant("awarded_at")?,
    };
    let events = format!("[{}]", row.maybe_text("events")?.unwrap_or_default());
    let case = Case::stored(referral, &entries_of(&events));
    Ok(Stored { case, key: row.text("key")?, version: row.count("version")? })
}
