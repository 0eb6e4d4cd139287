//! Submitting referrals, each once for its idempotency key.

use domain::case::Case;
use domain::referral::{Instant, Referral};
use sqlx::{Any, AnyConnection, AssertSqlSafe, Transaction};

use super::changes::Entry;
use super::counters::Delta;
use super::fault::commit;
use super::referrals::COLUMNS;
use super::row::{Fields, millis};
use super::rows::places;
use super::text::digest;
use super::{SqlStore, allowances, changes, counters, ids, referrals, sessions};
use crate::{NewReferral, Stored, Submitted};

/// Keeps a referral, or finds the one that was kept under the same idempotency key.
pub(super) async fn submit(store: &SqlStore, new: &NewReferral) -> sqlx::Result<Submitted> {
    match &store.group_commit {
        Some(group_commit) => group_commit.submit(new).await,
        None => alone(store, new).await,
    }
}

/// The same, in a transaction of its own.
pub(super) async fn alone(store: &SqlStore, new: &NewReferral) -> sqlx::Result<Submitted> {
    let mut tx = store.begin().await?;
    sessions::must_be_open(store, &mut tx, new.by.session.as_ref()).await?;
    let id = store.taken.skip(new.now);
    let claim = Claim::of(new, id);
    // First of all, so that a second request under this key waits for this one.
    if !claim_all(&mut tx, std::slice::from_ref(&claim)).await? {
        let before = before(&mut tx, &claim.idempotency, &new.fingerprint).await?;
        tx.rollback().await?;
        return Ok(before.map_or(Submitted::KeyReused, Submitted::Repeated));
    }
    if !allowances::take_all(&mut tx, &[new]).await? {
        tx.rollback().await?;
        return Ok(Submitted::AllowanceUsed);
    }
    let stored = ids::insert_referral(&mut tx, id, |id| case(new, id), None).await?;
    let stored = stored.ok_or_else(|| sqlx::Error::Protocol("no id is left".to_owned()))?;
    if stored.referral().id != id {
        sqlx::query("UPDATE submissions SET referral_id = $2 WHERE idempotency = $1")
            .bind(claim.idempotency)
            .bind(millis(stored.referral().id))
            .execute(&mut *tx)
            .await?;
    }
    end(store, tx, &[new], std::slice::from_ref(&stored)).await?;
    Ok(Submitted::New(stored))
}

/// Keeps referrals in one transaction, with as many statements as for one. `None`, and nothing is
/// kept, if they are not all new and allowed, not all of the ids free that seem to be, or not all of
/// the sessions open any more.
pub(super) async fn together(
    store: &SqlStore,
    group: &[&NewReferral],
) -> sqlx::Result<Option<Vec<Stored>>> {
    let mut tx = store.begin().await?;
    let mut claims: Vec<Claim> = Vec::with_capacity(group.len());
    for new in group {
        let mut id = store.taken.skip(new.now);
        while claims.iter().any(|claim| claim.id == id) {
            id = id.next();
        }
        claims.push(Claim::of(new, id));
    }
    let sessions: Vec<_> = group.iter().filter_map(|new| new.by.session.as_ref()).collect();
    if sessions::are_open(store, &mut tx, &sessions).await?
        && claim_all(&mut tx, &claims).await?
        && allowances::take_all(&mut tx, group).await?
    {
        let ids = claims.iter().map(|claim| claim.id);
        let records = group.iter().zip(ids).map(|(new, id)| (case(new, id), None));
        if let Some(stored) = referrals::insert_all(&mut tx, records.collect()).await? {
            end(store, tx, group, &stored).await?;
            return Ok(Some(stored));
        }
    }
    tx.rollback().await?;
    Ok(None)
}

/// That a submission under this key is the one of this referral.
struct Claim {
    idempotency: Vec<u8>,
    fingerprint: Vec<u8>,
    id: Instant,
    at: Instant,
}

impl Claim {
    fn of(new: &NewReferral, id: Instant) -> Self {
        let idempotency = digest(&new.idempotency);
        Self { idempotency, fingerprint: new.fingerprint.to_vec(), id, at: new.now }
    }
}

/// Whether nobody has claimed any of the keys before.
async fn claim_all(tx: &mut AnyConnection, claims: &[Claim]) -> sqlx::Result<bool> {
    let sql = format!(
        "INSERT INTO submissions (idempotency, fingerprint, referral_id, at) VALUES {} \
         ON CONFLICT (idempotency) DO NOTHING",
        places(claims.len(), 4)
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for Claim { idempotency, fingerprint, id, at } in claims {
        query = query.bind(idempotency.as_slice()).bind(fingerprint.as_slice());
        query = query.bind(millis(*id)).bind(millis(*at));
    }
    let claimed = query.execute(tx).await?;
    Ok(claimed.rows_affected() == claims.len() as u64)
}

fn case(new: &NewReferral, id: Instant) -> Case {
    Case::submitted(Referral { id, ..new.referral.clone() })
}

/// Writes what follows from referrals that were kept.
async fn end(
    store: &SqlStore,
    mut tx: Transaction<'static, Any>,
    group: &[&NewReferral],
    stored: &[Stored],
) -> sqlx::Result<()> {
    let kept = || group.iter().zip(stored);
    let arrival = |(new, kept): (&&NewReferral, &Stored)| {
        Entry::arrival(kept.referral(), new.now, &new.by.actor)
    };
    let entries: Vec<_> = kept().map(arrival).collect();
    let mut delta = Delta::default();
    for kept in stored {
        delta += Delta::added(kept.referral());
    }
    counters::apply(&mut tx, &delta).await?;
    changes::write_all(&mut tx, &entries).await?;
    commit(tx).await?;
    for (new, kept) in kept() {
        store.taken.note(new.now, kept.referral().id);
    }
    Ok(())
}

/// What was kept under an idempotency key, if it was the same and is still there.
async fn before(
    tx: &mut AnyConnection,
    idempotency: &[u8],
    fingerprint: &[u8; 32],
) -> sqlx::Result<Option<Stored>> {
    let sql = format!(
        "SELECT {COLUMNS}, s.fingerprint FROM submissions AS s \
         JOIN referrals AS r ON r.id = s.referral_id WHERE s.idempotency = $1"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(idempotency).fetch_optional(tx).await?;
    match row {
        Some(row) if row.bytes("fingerprint")? == fingerprint => referrals::stored(&row).map(Some),
        _ => Ok(None),
    }
}
