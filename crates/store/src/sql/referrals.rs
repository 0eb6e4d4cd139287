//! Referrals as rows.

use domain::ledger::ReferralView;
use domain::points::Points;
use domain::referral::{Referral, Status};
use domain::service::StoredService;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::SqlStore;
use super::row::{Fields, decode, int, millis};
use super::rows::places;
use super::text::{haystack, storable};
use crate::Stored;

/// What [`stored`] reads of `referrals AS r`.
pub(super) const COLUMNS: &str = "r.id, r.key, r.referrer_name, r.referrer_mobile, \
    r.referred_name, r.referred_phone, r.service, r.notes, r.date, r.status, r.points, \
    r.awarded_at, r.version";

/// The referral of a key.
pub(super) async fn find(store: &SqlStore, key: &str) -> sqlx::Result<Option<Stored>> {
    find_in(&mut *store.readers.acquire().await?, key, "").await
}

/// The same, within a transaction. `lock` is of the dialect.
pub(super) async fn find_in(
    tx: &mut AnyConnection,
    key: &str,
    lock: &str,
) -> sqlx::Result<Option<Stored>> {
    let sql = format!("SELECT {COLUMNS} FROM referrals AS r WHERE r.key = $1{lock}");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(storable(key)).fetch_optional(tx).await?;
    row.as_ref().map(stored).transpose()
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
    referral: Referral,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    let stored = insert_all(tx, vec![(referral, origin)]).await?;
    Ok(stored.and_then(|mut stored| stored.pop()))
}

/// The same for several, each with its origin; `None` if one of them was not kept.
pub(super) async fn insert_all(
    tx: &mut AnyConnection,
    new: Vec<(Referral, Option<&str>)>,
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
    for (referral, origin) in new {
        let referral = storable_referral(referral);
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
        stored.push(Stored { referral, key, version: 1 });
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

/// Replaces what an edit changes, in a referral that this transaction holds.
pub(super) async fn update(tx: &mut AnyConnection, stored: &Stored) -> sqlx::Result<()> {
    let referral = &stored.referral;
    sqlx::query(
        "UPDATE referrals SET status = $2, points = $3, awarded_at = $4, version = $5 \
         WHERE id = $1",
    )
    .bind(millis(referral.id))
    .bind(referral.status.as_str())
    .bind(int(referral.points.get()))
    .bind(referral.awarded_at.map(millis))
    .bind(int(stored.version))
    .execute(tx)
    .await?;
    Ok(())
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
    Ok(Stored { referral, key: row.text("key")?, version: row.count("version")? })
}
