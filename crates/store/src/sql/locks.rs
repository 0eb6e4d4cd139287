//! Doing one thing at a time, among all servers.

use sqlx::AnyConnection;

use super::row::Fields;

/// What only one transaction does at a time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lock {
    /// Counts codes and sends another.
    Codes,
    /// Imports; nobody erases meanwhile, so that no record is erased between being looked for and
    /// being imported.
    Imports,
    /// Erases; nobody imports or erases meanwhile.
    Erasures,
    /// Changes who works here.
    Staff,
}

/// Waits for a lock, and holds it until this transaction ends. Says how often it was taken to send a
/// code, or to import: an erasure is not counted, and is told of imports.
pub(super) async fn take(tx: &mut AnyConnection, lock: Lock) -> sqlx::Result<i64> {
    let (name, more) = match lock {
        Lock::Codes => ("codes", 1_i64),
        Lock::Imports => ("copies", 1),
        Lock::Erasures => ("copies", 0),
        Lock::Staff => ("staff", 1),
    };
    let take =
        sqlx::query("UPDATE gates SET passed = passed + $2 WHERE name = $1 RETURNING passed");
    take.bind(name).bind(more).fetch_one(tx).await?.int("passed")
}
