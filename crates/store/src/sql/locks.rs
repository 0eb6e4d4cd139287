//! Doing one thing at a time, among all servers.

use sqlx::AnyConnection;

/// What only one transaction does at a time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lock {
    /// Counts codes and sends another.
    Codes,
    /// Erases, or imports: no record is erased between being looked for and being imported.
    Copies,
}

/// Waits for a lock, and holds it until this transaction ends.
pub(super) async fn take(tx: &mut AnyConnection, lock: Lock) -> sqlx::Result<()> {
    let name = match lock {
        Lock::Codes => "codes",
        Lock::Copies => "copies",
    };
    let take = sqlx::query("UPDATE gates SET passed = passed + 1 WHERE name = $1");
    take.bind(name).execute(tx).await?;
    Ok(())
}
