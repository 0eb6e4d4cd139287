//! Commands for the whole database: making one, backup, verification, moving it. `restore.rs` has the way back.
//!
//! **Architecture invariant:** only `init` makes a database, and only `serve` and the two that restore add to the
//! schema of an earlier one.

use std::path::Path;

use crate::db::{EventKind, Store, copy::Counts, verify::Verified};

use crate::cli::{
    Outcome,
    dependencies::database,
    opening::{self, LOST, Opened, explained, secret_place},
    secrets::made_server_secret,
    security::note,
};
use crate::settings::Options;

/// What an equal checksum proves, which is no more than this.
pub(super) const AS_ITS_CHECKSUM_SAYS: &str = "as its checksum says: its SHA-256 is the one in the .sha256 file \
    beside it. Whoever can change one can change both, so compare it with a checksum that you have \
    kept elsewhere.";

/// Makes a new, empty database and, unless there is one, the server's secret.
pub(super) async fn init(options: &Options) -> Outcome {
    let database = database(options)?;
    // Otherwise a secret would be made beside a database that has lost its own.
    Store::must_be_free(database).await?;
    let secret = made_server_secret(options, database)?;
    Store::init(database, secret.keyed_hash()).await?;
    println!("Made a new, empty site. Its secret is in {}", secret_place(options));
    println!("Keep a copy of the secret with every backup: without it, a backup is of little use.");
    Ok(())
}

/// Goes on with another secret than the one that the database was made with, which is lost.
pub(super) async fn adopt_secret(options: &Options, yes: bool) -> Outcome {
    if !yes {
        let text = format!(
            "{LOST}\nIf the secret is lost for good, go on with another: server secret adopt --yes"
        );
        return Err(text.into());
    }
    let database = database(options)?;
    let store = Store::open_alone(database).await.map_err(|error| explained(error, options))?;
    let adopted = async {
        let secret = made_server_secret(options, database)?;
        let store = store.clone().with_keyed_hash(secret.keyed_hash());
        store.adopt_secret().await?;
        note(&store, EventKind::SecretAdopted).await?;
        Outcome::Ok(())
    };
    let adopted = adopted.await;
    store.close().await;
    adopted?;
    println!("From now on, the database's secret is the one in {}", secret_place(options));
    Ok(())
}

/// Copies the database into a file while it is in use.
pub(super) async fn backup(options: &Options, file: &Path) -> Outcome {
    let Opened { store, .. } = opening::shared(options).await?;
    let counts = store.backup(file).await;
    let noted = match &counts {
        Ok(_) => note(&store, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    store.close().await;
    show_counts(&counts?);
    noted?;
    println!("Wrote {} and its checksum, and verified it.", file.display());
    Ok(())
}

/// Checks the database; the faults are the error.
pub(super) async fn verify(options: &Options) -> Outcome {
    let is_unchanged = Store::is_unchanged(database(options)?)?;
    if is_unchanged == Some(false) {
        return Err("The file has changed since it was made: its SHA-256 is not the one in the \
                    .sha256 file beside it"
            .into());
    }
    let Opened { store, .. } = opening::shared(options).await?;
    let verified = store.verify().await;
    store.close().await;
    let Verified { counts, faults } = verified?;
    show_counts(&counts);
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    println!("No fault was found.");
    match is_unchanged {
        Some(_) => println!("The file is {AS_ITS_CHECKSUM_SAYS}"),
        None => println!(
            "This cannot see a changed letter in a text other than a referral's, who got points, how many \
             an erased referral or a rule for the person referred gave, or a row that somebody has deleted: \
             compare the numbers of rows with those of a backup."
        ),
    }
    Ok(())
}

/// Copies all records into another database, which `init` has made with the same secret.
pub(super) async fn migrate(
    options: &Options,
    to: Option<&str>,
    to_file: Option<&Path>,
) -> Outcome {
    // Clap makes sure that one of the two is given.
    let there = opening::other(options, ("--to", "--to-file"), to, to_file)?;
    let Opened { store: from, .. } = opening::alone(options).await?;
    let counts = match opening::alone(&there).await {
        Ok(Opened { store: to, .. }) => {
            let counts = from.copy_into(&to).await;
            to.close().await;
            counts.map_err(Into::into)
        }
        Err(error) => Err(error),
    };
    let noted = match &counts {
        Ok(_) => note(&from, EventKind::DatabaseCopied).await,
        Err(_) => Ok(()),
    };
    from.close().await;
    show_counts(&counts?);
    noted?;
    println!("Copied. Now name the new database in the settings; nothing reads the old one then.");
    Ok(())
}

pub(super) fn show_counts(counts: &Counts) {
    for (table, rows) in counts {
        println!("{table}: {rows}");
    }
}
