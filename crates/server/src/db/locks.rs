//! Locks among all servers.

use sqlx::AnyConnection;

use crate::db::row::Fields;

/// The activities that exclude each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lock {
    /// Counting and sending a code.
    Codes,
    /// Importing. It also excludes erasing, so that no record is erased between being looked up and
    /// being imported.
    Imports,
    /// Erasing. It excludes importing and other erasures.
    Erasures,
    /// Changing the staff.
    Staff,
    /// Changing the programme's settings.
    Programme,
    /// Writing referrals. A transaction takes it before it reads or writes one, after its other locks. So
    /// rows of the history are numbered in the order in which they become visible, and of two referrals
    /// of one number the later one knows the earlier.
    History,
    /// Writing requests to exchange points, and batches of them. Whoever also needs the history takes that
    /// before. So nobody spends points twice, and nobody takes more than there is.
    Redemptions,
}

/// Takes a lock and holds it until the transaction ends. Returns how often the lock was taken; erasures
/// are not counted, and get the number of imports.
pub(crate) async fn take(tx: &mut AnyConnection, lock: Lock) -> sqlx::Result<i64> {
    let (name, more) = match lock {
        Lock::Codes => ("codes", 1_i64),
        Lock::Imports => ("imports", 1),
        Lock::Erasures => ("imports", 0),
        Lock::Staff => ("staff", 1),
        Lock::Programme => ("programme", 1),
        Lock::History => ("history", 1),
        Lock::Redemptions => ("redemptions", 1),
    };
    let take = sqlx::query("UPDATE locks SET taken = taken + $2 WHERE name = $1 RETURNING taken");
    take.bind(name).bind(more).fetch_one(tx).await?.int("taken")
}
