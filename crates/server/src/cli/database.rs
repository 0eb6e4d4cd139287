//! Commands for the whole database: making one, backup, verification, moving it.
//!
//! **Architecture invariant:** only `init` makes a database, and only `serve` adds to its schema.

use std::path::Path;

use crate::db::{
    EventKind, Store, copy::Counts, fingerprints::KeyedHash, restore::Restore, verify::Verified,
};

use crate::cli::{
    Outcome,
    dependencies::database,
    opening::{self, LOST, Opened, explained, secret_place},
    secrets::{made_server_secret, place},
    security::{note, of_operator, stamp},
};
use crate::settings::{Options, secret_text};

/// What an equal checksum proves, which is no more than this.
const AS_ITS_CHECKSUM_SAYS: &str = "as its checksum says: its SHA-256 is the one in the .sha256 file \
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

/// Puts a backup in the place of the database.
pub(super) async fn restore(options: &Options, file: &Path, any_secret: bool) -> Outcome {
    let database = database(options)?;
    let event = of_operator(EventKind::DatabaseRestored, None);
    let stamp = stamp(event.at);
    let keyed_hash = match opening::read(options) {
        Ok(secret) => secret.keyed_hash(),
        Err(_) if any_secret => KeyedHash::default(),
        Err(error) => return Err(error),
    };
    let restore = Restore { backup: file, keyed_hash, any_secret, stamp: &stamp, event: &event };
    let restored = Store::restore(database, &restore).await;
    let restored = restored.map_err(|error| explained(error, options))?;
    crate::audit::log(&event);
    show_counts(&restored.counts);
    println!("Restored {} from {}.", restored.database.display(), file.display());
    match restored.had_checksum {
        true => println!("The backup is {AS_ITS_CHECKSUM_SAYS}"),
        false => println!(
            "There was no {0}.sha256, so nobody can tell whether a letter in {0} has changed.",
            file.display()
        ),
    }
    match restored.moved.as_slice() {
        [] => println!("There was no database before."),
        [was, ..] => {
            println!("What was there before is kept, until you delete it:");
            for file in &restored.moved {
                println!("  {}", file.display());
            }
            println!(
                "To go back, stop the server and make a backup of that to restore:\n  \
                 server backup --database sqlite://{} --secret-file {} FILE\n  \
                 server restore FILE",
                was.display(),
                secret_place(options)
            );
        }
    }
    println!(
        "All are logged out, and no token of a program works any more: a backup does not know which \
         were revoked since.\n\
         Whatever happened after the backup is not in it. Do again what has been done since:\n  \
         erase who has been erased;\n  \
         close what is submitted with a number whose owner has asked since never to be contacted;\n  \
         remove the access of staff who have left, and change roles and services that were changed;\n  \
         remove the second factors, passkeys and webhooks that were removed;\n  \
         set and publish again the programme, the rulebook and the catalogue, if they were changed;\n  \
         take names off links and the leaderboard again that were taken off;\n  \
         make new recovery codes: those that were used or replaced work again;\n  \
         send again what should still be sent: waiting texts, mails and webhooks are given up;\n  \
         ask who has turned texts off or left the list of most points: both are as they were;\n  \
         award again what was awarded, take back what was taken back, and import again what was imported;\n  \
         compare with the bank, before anything is approved or exported, each batch exported since and each \
         line said to be paid or failed: members have the points of such requests again, and can spend them twice. \
         Requests and batches go on with higher numbers, so that none is given twice."
    );
    if any_secret {
        println!("Now adopt a secret: server secret adopt");
    }
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
    let there = Options {
        database: secret_text("--to-file", to, to_file)?,
        database_from: Some(if to.is_some() { "--to" } else { "--to-file" }.to_owned()),
        // The same secret, wherever it is.
        secret_file: Some(place(options, database(options)?)?),
        ..options.clone()
    };
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

fn show_counts(counts: &Counts) {
    for (table, rows) in counts {
        println!("{table}: {rows}");
    }
}
