//! The whole database: copies of it, whether it is sound, and which version it is of.
//!
//! **Architecture invariant:** no command makes the database that it reads, and none but `schema` and
//! `migrate` changes the version of one.

use std::path::Path;

use store::{Counts, EventKind, Schema, Store, Verified};

use super::{Outcome, dependencies::database, secrets::server_secret, security::note};
use crate::settings::{Options, SchemaChange, secret_text};

/// Writes a copy into a file, while the database is in use.
pub(super) async fn backup(options: &Options, file: &Path) -> Outcome {
    let store = Store::open_existing(database(options)?).await?;
    let counts = store.backup(file).await;
    let noted = match &counts {
        Ok(_) => note(&store, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    store.close().await;
    show_counts(&counts?);
    noted?;
    println!("Wrote {}, and looked through it: it is sound.", file.display());
    Ok(())
}

/// Looks through the database; what is wrong is the error. The server's secret need not be at hand,
/// but one that was named has to be there.
pub(super) async fn verify(options: &Options) -> Outcome {
    let database = database(options)?;
    let file = options.secret_file.as_deref();
    let mut store = Store::open_existing(database).await?;
    match server_secret(file, database) {
        Ok(secret) => store = store.sealed(secret.fingerprints()),
        Err(error) if file.is_some() => return Err(error),
        Err(_) => {}
    }
    let verified = store.verify().await;
    store.close().await;
    let Verified { counts, faults, left_out } = verified?;
    show_counts(&counts);
    if let Some(left_out) = left_out {
        println!("Not looked at: {left_out}. Name it with --secret-file FILE.");
    }
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
    let from = Store::open_current(database(options)?).await?;
    let to = Store::open(&to).await?;
    let counts = from.copy_into(&to).await;
    let noted = match &counts {
        Ok(_) => note(&from, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    from.close().await;
    to.close().await;
    show_counts(&counts?);
    noted?;
    Ok(())
}

fn show_counts(counts: &Counts) {
    for (table, rows) in counts {
        println!("{table}: {rows}");
    }
}

/// Says what the database has and what this program needs, after changing it if that is asked for.
pub(super) async fn schema(options: &Options, change: Option<SchemaChange>) -> Outcome {
    let database = database(options)?;
    let store = match change {
        None => Store::open_existing(database).await?,
        Some(SchemaChange::Upgrade) => {
            let store = Store::open(database).await?;
            let store = store.with_duplicates(options.duplicates.policy());
            // A few at a time, so that the version before goes on meanwhile: for a large database it
            // takes longer than anybody wants to wait for `serve`.
            while store.backfill().await? > 0 {}
            store
        }
        Some(SchemaChange::Contract) => Store::open_current(database).await?,
    };
    let done = match change {
        Some(SchemaChange::Contract) => contract(&store, options, database).await,
        None | Some(SchemaChange::Upgrade) => Ok(()),
    };
    let schema = store.schema().await;
    store.close().await;
    done?;
    show_schema(&schema?);
    Ok(())
}

/// All that may be done only when no earlier version is in use any more, in order.
async fn contract(store: &Store, options: &Options, database: &str) -> Outcome {
    let secret = server_secret(options.secret_file.as_deref(), database)?;
    let sealed = store.clone().sealed(secret.fingerprints()).seal_plain_fingerprints().await?;
    println!("Sealed {sealed} fingerprints of what was erased");
    for change in store.contract().await? {
        println!("Done: {change}");
    }
    Ok(())
}

fn show_schema(schema: &Schema) {
    let list = |changes: &[String]| match changes {
        [] => "nothing".to_owned(),
        changes => changes.join(", "),
    };
    println!("This database has: {}", list(&schema.here));
    println!("This program needs besides: {}", list(&schema.missing));
    if !schema.missing.is_empty() {
        println!("  `server schema upgrade` adds it, and so does `server serve`.");
    }
    if !schema.unknown.is_empty() {
        println!("Of a later version, and left alone: {}", list(&schema.unknown));
    }
    if !schema.left.is_empty() {
        println!("When no earlier version is in use any more: {}", list(&schema.left));
        println!("  `server schema contract` does it.");
    }
}
