//! People who have asked never to be contacted, by the fingerprint of their number: it stays for good, also
//! when everything else about them is erased. Whatever brings such a number to a referral closes it in the
//! same transaction.

use domain::case::Case;
use domain::pipeline::unwanted;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::millis;

/// Whether whoever has this number, in whatever spelling, has asked never to be contacted.
pub(crate) async fn is_listed(
    store: &Store,
    tx: &mut AnyConnection,
    phone: &str,
) -> sqlx::Result<bool> {
    // Looked up for what is no number, too, so that the time says nothing.
    let holder = store.keyed_hash.holder(&numbers::key(phone)).unwrap_or_default();
    let listed = sqlx::query("SELECT at FROM do_not_contact WHERE number = $1");
    Ok(listed.bind(holder).fetch_optional(tx).await?.is_some())
}

/// The case as it is to be written: closed if it is open and whoever has its number is listed.
pub(crate) async fn closed(
    store: &Store,
    tx: &mut AnyConnection,
    case: Case,
) -> sqlx::Result<Case> {
    if !is_listed(store, tx, &case.corrected().referred_phone).await? {
        return Ok(case);
    }
    let at = case.history().last_at().unwrap_or_default().max(case.referral().id);
    Ok(match unwanted(&case, at) {
        Some(event) => case.evolve(&event),
        None => case,
    })
}

/// Adds the number with this fingerprint.
pub(crate) async fn add(tx: &mut AnyConnection, number: &[u8], at: Instant) -> sqlx::Result<()> {
    let insert = "INSERT INTO do_not_contact (number, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    sqlx::query(insert).bind(number).bind(millis(at)).execute(tx).await?;
    Ok(())
}
