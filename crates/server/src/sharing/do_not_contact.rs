//! People who have asked never to be contacted, by the fingerprint of their number: it stays until they take that back
//! themselves, also when everything else about them is erased. Whatever brings such a number to a referral closes it in the
//! same transaction.

use domain::case::Case;
use domain::event::Role;
use domain::pipeline::{BY_ITSELF, unwanted};
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::millis;
use crate::referrals::sql::referrals::{self, columns};

/// Whether whoever has this number, in whatever spelling, or another one in this text, has asked never to be contacted.
pub(crate) async fn is_listed(
    store: &Store,
    tx: &mut AnyConnection,
    phone: &str,
) -> sqlx::Result<bool> {
    // Looked up for what is no number, too, so that the time says nothing.
    for key in keys(phone) {
        let holder = store.keyed_hash.holder(&key).unwrap_or_default();
        let listed = sqlx::query("SELECT at FROM do_not_contact WHERE number = $1");
        if listed.bind(holder).fetch_optional(&mut *tx).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The keys of the number that a text is, or of all that may be in it.
pub(crate) fn keys(phone: &str) -> Vec<String> {
    let mut keys = vec![numbers::key(phone)];
    if !numbers::is_clear(phone) {
        keys.extend(numbers::keys(phone));
    }
    keys
}

/// The case as it is to be written: closed if it is open and whoever has its number is listed.
pub(crate) async fn closed(
    store: &Store,
    tx: &mut AnyConnection,
    mut case: Case,
) -> sqlx::Result<Case> {
    if !is_listed(store, tx, &case.corrected().referred_phone).await? {
        return Ok(case);
    }
    let at = case.history().last_at().unwrap_or_default().max(case.referral().id);
    // A file can foretell such an event and undo it before it is there, but not more often than it may undo anything.
    while let Some(event) = unwanted(&case, at) {
        case = case.evolve(&event);
    }
    Ok(case)
}

/// Lists again whoever is known by a referral that was closed because of it, after the secret was lost: the
/// fingerprints on the list are of the lost one.
pub(crate) async fn find_again(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    let by_itself = Role::from(BY_ITSELF.to_owned());
    let closed = concat!("SELECT ", columns!(), " FROM referrals AS r WHERE r.record LIKE $1");
    let rows = sqlx::query(closed).bind(format!("%\"{BY_ITSELF}\"%")).fetch_all(&mut *tx).await?;
    for row in &rows {
        let found = referrals::stored(row)?;
        let history = found.case.history();
        let closing = history.events().find(|stored| {
            stored.event.by.as_ref() == Some(&by_itself) && !found.imported.contains(&stored.id())
        });
        let Some(closing) = closing else { continue };
        // As it was then. Of two numbers in a text, nobody knows any more which one it was.
        let until = history.events().take_while(|stored| stored.id() != closing.id());
        let texts: Vec<_> = until.map(|stored| stored.event.text()).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let then = Case::stored(found.referral().clone(), &texts).corrected().referred_phone;
        for number in keys(&then).iter().filter_map(|key| store.keyed_hash.holder(key)) {
            add(tx, &number, closing.event.at).await?;
        }
    }
    Ok(())
}

/// Adds the number with this fingerprint.
pub(crate) async fn add(tx: &mut AnyConnection, number: &[u8], at: Instant) -> sqlx::Result<()> {
    let insert = "INSERT INTO do_not_contact (number, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    sqlx::query(insert).bind(number).bind(millis(at)).execute(tx).await?;
    Ok(())
}

/// Takes this number off, because whoever has it says so and has proved it. Referrals that are closed stay closed.
pub(crate) async fn take_off(
    store: &Store,
    tx: &mut AnyConnection,
    phone: &str,
) -> sqlx::Result<()> {
    let holder = store.keyed_hash.holder(&numbers::key(phone)).unwrap_or_default();
    let delete = sqlx::query("DELETE FROM do_not_contact WHERE number = $1");
    delete.bind(holder).execute(tx).await?;
    Ok(())
}
