//! Locks among all servers.

use sqlx::AnyConnection;

use super::row::Fields;

/// The activities that exclude each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lock {
    /// Counting and sending a code.
    Codes,
    /// Importing. It also excludes erasing, so that no record is erased between being looked up and
    /// being imported.
    Imports,
    /// Erasing. It excludes importing and other erasures.
    Erasures,
    /// Changing the staff.
    Staff,
}

/// Takes a lock and holds it until the transaction ends. Returns how often the lock was taken for
/// codes or for imports; erasures are not counted, and get the number of imports.
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
