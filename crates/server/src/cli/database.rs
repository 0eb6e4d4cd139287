//! Commands for the whole database: backup, verification, migration, schema.
//!
//! **Architecture invariant:** no command creates the database that it reads, and only `schema` and
//! `migrate` change the version of one.

use std::path::Path;

use store::{Counts, EventKind, Schema, Store, Verified};

use super::{Outcome, dependencies::database, secrets::server_secret, security::note};
use crate::settings::{Options, SchemaChange, secret_text};

/// Copies the database into a file while it is in use.
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
    println!("Wrote {}, and verified it: it is sound.", file.display());
    Ok(())
}

/// Checks the database; the faults are the error. The server's secret is optional, but if it is
/// configured, it must be readable.
pub(super) async fn verify(options: &Options) -> Outcome {
    let database = database(options)?;
    let mut store = Store::open_existing(database).await?;
    match server_secret(options, database) {
        Ok(secret) => store = store.with_keyed_hash(secret.keyed_hash()),
        Err(error) if options.secret_file.is_some() => return Err(error),
        Err(_) => {}
    }
    let verified = store.verify().await;
    store.close().await;
    let Verified { counts, faults, left_out } = verified?;
    show_counts(&counts);
    if let Some(left_out) = left_out {
        println!("Not verified: {left_out}. Name it with --secret-file FILE.");
    }
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    println!("The database is sound.");
    Ok(())
}

/// Copies all records into another database, which is created if necessary.
pub(super) async fn migrate(
    options: &Options,
    to: Option<&str>,
    to_file: Option<&Path>,
) -> Outcome {
    // Clap makes sure that one of the two is given.
    let to = secret_text("--to-file", to, to_file)?.unwrap_or_default();
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

/// Shows the schema of the database and what this program needs, after changing it if requested.
pub(super) async fn schema(options: &Options, change: Option<SchemaChange>) -> Outcome {
    let database = database(options)?;
    let store = match change {
        None => Store::open_existing(database).await?,
        Some(SchemaChange::Upgrade) => {
            let store = Store::open(database).await?;
            let store = store.with_duplicates(options.duplicates.policy());
            // A few at a time, so that the previous version can keep working. For a large database
            // this takes too long to do it during `serve`.
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

/// Runs, in order, everything that requires that no earlier version is in use.
async fn contract(store: &Store, options: &Options, database: &str) -> Outcome {
    let secret = server_secret(options, database)?;
    let store = store.clone().with_keyed_hash(secret.keyed_hash());
    let replaced = store.replace_plain_fingerprints().await?;
    println!("Replaced {replaced} plain fingerprints of what was erased by keyed ones");
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
