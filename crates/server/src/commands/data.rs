//! Copies of the whole database.

use std::path::Path;

use store::SqlStore;

use super::Outcome;

/// Writes a copy into a file, while the database is in use.
pub(super) async fn backup(database: &str, file: &Path) -> Outcome {
    let store = SqlStore::open(database).await?;
    store.backup(file).await?;
    store.close().await;
    println!("Wrote {}", file.display());
    Ok(())
}

/// Copies all records into another database.
pub(super) async fn migrate(from: &str, to: &str) -> Outcome {
    let (from, to) = (SqlStore::open(from).await?, SqlStore::open(to).await?);
    let counts = from.copy_into(&to).await?;
    from.close().await;
    to.close().await;
    for (table, rows) in counts.0 {
        println!("{table}: {rows}");
    }
    Ok(())
}
