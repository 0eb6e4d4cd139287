//! Copies of the whole database, and whether one is sound.
//!
//! **Architecture invariant:** none of these makes the database that it reads, or changes its
//! version.

use std::path::Path;

use store::{Counts, EventKind, SqlStore, Verified};

use super::{Outcome, parts::database, security::note};
use crate::settings::{Options, secret_text};

/// Writes a copy into a file, while the database is in use.
pub(super) async fn backup(options: &Options, file: &Path) -> Outcome {
    let store = SqlStore::open_existing(database(options)?).await?;
    let counts = store.backup(file).await;
    let noted = match &counts {
        Ok(_) => note(&store, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    store.close().await;
    show(&counts?);
    noted?;
    println!("Wrote {}, and looked through it: it is sound.", file.display());
    Ok(())
}

/// Looks through the database; what is wrong is the error.
pub(super) async fn verify(options: &Options) -> Outcome {
    let store = SqlStore::open_existing(database(options)?).await?;
    let verified = store.verify().await;
    store.close().await;
    let Verified { counts, faults } = verified?;
    show(&counts);
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    println!("The database is sound.");
    Ok(())
}

/// Copies all records into another database, which is made if it is not there.
pub(super) async fn migrate(
    options: &Options,
    to: Option<&str>,
    to_file: Option<&Path>,
) -> Outcome {
    // Clap has seen to it that one of the two is there.
    let to = secret_text(to, to_file)?.unwrap_or_default();
    let from = SqlStore::open_current(database(options)?).await?;
    let to = SqlStore::open(&to).await?;
    let counts = from.copy_into(&to).await;
    let noted = match &counts {
        Ok(_) => note(&from, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    from.close().await;
    to.close().await;
    show(&counts?);
    noted?;
    Ok(())
}

fn show(counts: &Counts) {
    for (table, rows) in &counts.0 {
        println!("{table}: {rows}");
    }
}
