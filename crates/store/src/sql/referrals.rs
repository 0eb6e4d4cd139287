//! Referrals as rows.

use domain::case::Case;
use domain::history::History;
use domain::key::ID_DIGITS;
use domain::points::Points;
use domain::referral::{Instant, Referral, Status};
use domain::view::ReferralView;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::dialect::Dialect;
use super::fault::retry;
use super::projection::{self, Projection};
use super::row::{Fields, decode, int, millis};
use super::text::storable;
use super::{Store, history};
use crate::{Result, Stored};

/// The columns that [`stored`] reads from `referrals AS r`: the record, and its events in any
/// order.
pub(super) fn columns() -> String {
    let texts: String =
        Referral::TEXTS.iter().map(|name| format!("r.{}, ", column(name))).collect();
    texts
        + concat!(
            "r.id, r.key, r.status, r.points, r.awarded_at, r.version, (SELECT string_agg(",
            history::event!(),
            ", ',') FROM changes AS c WHERE c.referral_id = r.id) AS events, \
             (SELECT e.key FROM referrals AS e WHERE e.id = r.duplicate_of AND ",
            projection::is_earlier!(),
            ") AS duplicate_of"
        )
}

/// The column of a text: `referredName` of the record is in `referred_name`.
pub(super) fn column(name: &str) -> String {
    let mut column = String::new();
    for letter in name.chars() {
        column.extend(letter.is_ascii_uppercase().then_some('_'));
        column.push(letter.to_ascii_lowercase());
    }
    column
}

/// The columns of a row beside those of [`texts`], in the order of an INSERT.
const OTHERS: [&str; 6] = ["id", "key", "origin", "status", "points", "awarded_at"];

/// The columns that are made of a record's texts, with their values.
pub(super) fn texts(referral: &Referral) -> Vec<(String, String)> {
    let texts = Referral::TEXTS.iter().zip(referral.texts());
    let texts = texts.map(|(name, text)| (column(name), text.to_owned()));
    let numbers = [
        ("referrer_number".to_owned(), numbers::key(&referral.referrer_mobile)),
        ("referred_number".to_owned(), numbers::key(&referral.referred_phone)),
    ];
    texts.chain(numbers).collect()
}

impl Store {
    /// The referral with this key.
    pub async fn referral(&self, key: &str) -> Result<Option<Stored>> {
        retry!(self, "referral", async { find_in(&mut *self.readers.acquire().await?, key).await })
    }
}

/// The same, within a transaction. Also finds a referral that came with this key and has another
/// one now.
pub(super) async fn find_in(tx: &mut AnyConnection, key: &str) -> sqlx::Result<Option<Stored>> {
    let sql = format!("SELECT {} FROM referrals AS r WHERE {}", columns(), named(key));
    let row = sqlx::query(AssertSqlSafe(sql)).bind(storable(key)).fetch_optional(tx).await?;
    row.as_ref().map(stored).transpose()
}

/// The condition that a referral has the bound key, now or originally. An id (the beginning of a
/// key) works as well.
fn named(key: &str) -> String {
    match u64::from_str_radix(key, 16) {
        // The key is bound anyway: the id is the first 16 digits of it.
        Ok(id) if key.len() == ID_DIGITS => {
            format!("r.id = {} AND substr(r.key, 1, {ID_DIGITS}) = $1", int(id))
        }
        _ => "(r.key = $1 OR r.origin = $1)".to_owned(),
    }
}

/// The referral with this id, within a transaction.
pub(super) async fn find_by_id(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Option<Stored>> {
    let sql = format!("SELECT {} FROM referrals AS r WHERE r.id = $1", columns());
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(tx).await?;
    row.as_ref().map(stored).transpose()
}

/// The same, locked until the transaction ends. It is read after locking: with a single statement,
/// PostgreSQL would return the events from before another transaction's change.
pub(super) async fn find_locked(
    dialect: Dialect,
    tx: &mut AnyConnection,
    key: &str,
) -> sqlx::Result<Option<Stored>> {
    let lock = dialect.for_update();
    let sql = format!("SELECT r.id FROM referrals AS r WHERE {}{lock}", named(key));
    sqlx::query(AssertSqlSafe(sql)).bind(storable(key)).fetch_optional(&mut *tx).await?;
    find_in(tx, key).await
}

/// The record with texts that both databases can store.
fn storable_referral(referral: &Referral) -> Referral {
    let status = Status::from(storable(referral.status.as_str()));
    Referral { status, ..referral.with_texts(|_, text| storable(text)) }
}

/// Inserts a new referral. If its id is or was taken, it gets the next free one; `None` if there is
/// none left. `origin` is the key that it came with, if that is another one.
pub(super) async fn insert_at_next_id(
    store: &Store,
    tx: &mut AnyConnection,
    mut id: Instant,
    case: impl Fn(Instant) -> Case,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    loop {
        if let Some(stored) = insert(store, tx, case(id), origin).await? {
            return Ok(Some(stored));
        }
        let next = next_free_id(tx, id).await?;
        if next == id {
            return Ok(None);
        }
        id = next;
    }
}

/// Inserts a new referral; `None` if its key is taken, or its id is or was.
async fn insert(
    store: &Store,
    tx: &mut AnyConnection,
    case: Case,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    let referral = storable_referral(case.referral());
    let case = case_of(referral, &case.history());
    let referral = case.referral();
    let key = ReferralView::of(referral).key;
    let texts = texts(referral);
    let record = OTHERS.into_iter().chain(texts.iter().map(|(name, _)| name.as_str()));
    let record = record.zip(1..).map(|(name, place)| (name, format!("${place}")));
    let projected = projection::columns(store.duplicates, OTHERS.len() + texts.len() + 1);
    let (names, values): (Vec<_>, Vec<_>) = record.chain(projected).unzip();
    let sql = format!(
        "INSERT INTO referrals ({}, version) SELECT {}, 1 \
         WHERE NOT EXISTS (SELECT 1 FROM graves WHERE id = $1) ON CONFLICT DO NOTHING \
         RETURNING (SELECT e.key FROM referrals AS e WHERE e.id = referrals.duplicate_of) \
         AS duplicate_of",
        names.join(", "),
        values.join(", ")
    );
    let insert = sqlx::query(AssertSqlSafe(sql))
        .bind(millis(referral.id))
        .bind(key.as_str())
        .bind(origin.filter(|&origin| origin != key))
        .bind(referral.status.as_str())
        .bind(int(referral.points.get()))
        .bind(referral.awarded_at.map(millis));
    let insert = texts.into_iter().fold(insert, |insert, (_, text)| insert.bind(text));
    let insert = Projection::of(store.duplicates, &case, 1).bind(insert);
    let Some(row) = insert.fetch_optional(tx).await? else { return Ok(None) };
    let duplicate_of = row.maybe_text("duplicate_of")?;
    Ok(Some(Stored { case, key, version: 1, duplicate_of }))
}

/// The first id from `wanted` on that no referral has or had. At the end of time it is the last id,
/// even if it is taken. Another transaction may take the id first.
async fn next_free_id(tx: &mut AnyConnection, wanted: Instant) -> sqlx::Result<Instant> {
    let taken = sqlx::query(
        "SELECT id FROM referrals WHERE id = $1 UNION ALL SELECT id FROM graves WHERE id = $1",
    );
    if taken.bind(millis(wanted)).fetch_optional(&mut *tx).await?.is_none() {
        return Ok(wanted);
    }
    // The id after the first taken one whose successor is free.
    let last = sqlx::query(
        "SELECT taken.id FROM (SELECT id FROM referrals WHERE id >= $1 \
         UNION ALL SELECT id FROM graves WHERE id >= $1) AS taken \
         WHERE NOT EXISTS (SELECT 1 FROM referrals WHERE referrals.id = taken.id + 1) \
         AND NOT EXISTS (SELECT 1 FROM graves WHERE graves.id = taken.id + 1) \
         ORDER BY taken.id LIMIT 1",
    );
    Ok(last.bind(millis(wanted)).fetch_one(tx).await?.instant("id")?.next())
}

/// Replaces a referral that this transaction has locked by a new version of its case. Returns the
/// change of the totals.
pub(super) async fn replace(
    store: &Store,
    tx: &mut AnyConnection,
    before: Stored,
    case: Case,
) -> sqlx::Result<(Stored, Delta)> {
    let mut delta = Delta::added(case.referral());
    delta -= Delta::added(before.referral());
    let was = Projection::of(store.duplicates, &before.case, before.version);
    let after = Stored { case, version: before.version + 1, ..before };
    let referral = after.referral();
    let is = Projection::of(store.duplicates, &after.case, after.version);
    is.unflag_others(tx, referral.id, &was).await?;
    let sql = format!(
        "UPDATE referrals SET status = $2, points = $3, awarded_at = $4, version = $5, {} \
         WHERE id = $1 \
         RETURNING (SELECT e.key FROM referrals AS e WHERE e.id = referrals.duplicate_of) \
         AS duplicate_of",
        projection::assignments(store.duplicates, 6)
    );
    let update = sqlx::query(AssertSqlSafe(sql))
        .bind(millis(referral.id))
        .bind(storable(referral.status.as_str()))
        .bind(int(referral.points.get()))
        .bind(referral.awarded_at.map(millis))
        .bind(int(after.version));
    let update = is.bind(update);
    let duplicate_of = update.fetch_one(tx).await?.maybe_text("duplicate_of")?;
    Ok((Stored { duplicate_of, ..after }, delta))
}

/// The case of a record with this history.
pub(super) fn case_of(referral: Referral, history: &History) -> Case {
    Case::stored(referral, &history.texts().collect::<Vec<_>>())
}

/// The referral in a row.
pub(super) fn stored(row: &AnyRow) -> sqlx::Result<Stored> {
    let referral = Referral {
        status: Status::from(row.text("status")?),
        points: Points::try_from(row.count("points")?).map_err(decode)?,
        awarded_at: row.maybe_instant("awarded_at")?,
        ..Referral::submitted(row.instant("id")?, |name| row.text(&column(name)))?
    };
    let events = format!("[{}]", row.maybe_text("events")?.unwrap_or_default());
    let events = compact_json::elements(&events).unwrap_or_else(|_| vec![&events]);
    let case = Case::stored(referral, &events);
    Ok(Stored {
        case,
        key: row.text("key")?,
        version: row.count("version")?,
        duplicate_of: row.maybe_text("duplicate_of")?,
    })
}
