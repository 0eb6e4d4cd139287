//! Which version a database is of, and bringing it to another.

use store::{Schema, SqlStore};

use super::{
    Outcome,
    parts::database,
    secrets::{fingerprints, server_secret},
};
use crate::settings::{Options, SchemaChange};

/// Says what the database has and what this program needs, after changing it if that is asked for.
pub(super) async fn schema(options: &Options, change: Option<SchemaChange>) -> Outcome {
    let database = database(options)?;
    let store = match change {
        None => SqlStore::open_existing(database).await?,
        Some(SchemaChange::Upgrade) => SqlStore::open(database).await?,
        Some(SchemaChange::Contract) => SqlStore::open_current(database).await?,
    };
    let done = match change {
        Some(SchemaChange::Contract) => contract(&store, options, database).await,
        None | Some(SchemaChange::Upgrade) => Ok(()),
    };
    let schema = store.schema().await;
    store.close().await;
    done?;
    show(&schema?);
    Ok(())
}

/// All that may be done only when no earlier version is in use any more, in order.
async fn contract(store: &SqlStore, options: &Options, database: &str) -> Outcome {
    let secret = server_secret(options.secret_file.as_deref(), database)?;
    let sealed = store.clone().sealed(fingerprints(&secret)).seal_plain_fingerprints().await?;
    println!("Sealed {sealed} fingerprints of what was erased");
    for change in store.contract().await? {
        println!("Done: {change}");
    }
    Ok(())
}

fn show(schema: &Schema) {
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
