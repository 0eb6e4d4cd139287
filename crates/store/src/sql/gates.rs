//! Doing one thing at a time, among all servers.

use sqlx::AnyConnection;

/// What only one transaction does at a time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gate {
    /// Counts codes and sends another.
    Codes,
    /// Erases, or takes in copies: a copy that is taken in was not erased in between.
    Copies,
}

/// Waits for its turn; the next one's begins when this transaction ends.
pub(super) async fn pass(tx: &mut AnyConnection, gate: Gate) -> sqlx::Result<()> {
    let name = match gate {
        Gate::Codes => "codes",
        Gate::Copies => "copies",
    };
    let pass = sqlx::query("UPDATE gates SET passed = passed + 1 WHERE name = $1");
    pass.bind(name).execute(tx).await?;
    Ok(())
}
