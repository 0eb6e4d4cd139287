//! Edits of a referral, among several editors.

use domain::referral::Referral;

use super::counters::Delta;
use super::{SqlStore, answers, changes, counters, referrals, security, sessions};
use crate::{Author, Awarded, Edit, RetryKey, Stored};

/// Replaces a referral, if it still has this version; once for each key.
pub(super) async fn award(
    store: &SqlStore,
    key: &str,
    version: u64,
    by: &Author,
    edit: Edit<'_>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Awarded> {
    let mut tx = store.begin().await?;
    sessions::must_be_open(store, &mut tx, by.session.as_ref()).await?;
    let done_before = answers::claim(&mut tx, retry).await?.is_some();
    let lock = store.dialect.for_update();
    let Some(before) = referrals::find_in(&mut tx, key, lock).await? else {
        tx.rollback().await?;
        return Ok(Awarded::Gone);
    };
    if done_before {
        tx.rollback().await?;
        return Ok(Awarded::Done(before));
    }
    if before.version != version {
        let change = changes::last(&mut tx, before.referral.id).await?;
        tx.rollback().await?;
        return Ok(Awarded::Stale(before, change));
    }
    let edited = edit(&before.referral);
    let at = edited.awarded_at.unwrap_or(before.referral.id);
    // Whatever the edit has done to the rest: these three are what an edit changes.
    let (status, points, awarded_at) = (edited.status, edited.points, edited.awarded_at);
    let referral = Referral { status, points, awarded_at, ..before.referral.clone() };
    let referral = referrals::storable_referral(referral);
    let delta = Delta::edited(&before.referral, &referral);
    let after = Stored { referral, key: before.key, version: version + 1 };
    referrals::update(&mut tx, &after).await?;
    counters::apply(&mut tx, &delta).await?;
    changes::write(&mut tx, &after.referral, at, &by.actor).await?;
    security::commit(tx).await?;
    Ok(Awarded::Done(after))
}
