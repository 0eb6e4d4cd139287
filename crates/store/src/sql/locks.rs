//! Locks among all servers.

use sqlx::AnyConnection;

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

/// Takes a lock and holds it until the transaction ends.
pub(super) async fn take(tx: &mut AnyConnection, lock: Lock) -> sqlx::Result<()> {
    let name = match lock {
        Lock::Codes => "codes",
        Lock::Imports | Lock::Erasures => "copies",
        Lock::Staff => "staff",
    };
    let take = sqlx::query("UPDATE gates SET passed = passed + 1 WHERE name = $1");
    take.bind(name).execute(tx).await?;
    Ok(())
}
