//! Restoring a backup, and what is left to do by hand then.

use std::path::Path;

use crate::audit;
use crate::db::{EventKind, Store, fingerprints::KeyedHash};
use crate::restoring::{
    carry_over::{CarriedOver, Gap},
    finish::Finished,
    restore::Restore,
};

use crate::cli::{
    Outcome,
    database::{AS_ITS_CHECKSUM_SAYS, show_counts},
    dependencies::database,
    opening::{self, Opened, explained, secret_place},
    secrets::sqlite_file,
    security::{of_operator, stamp},
};
use crate::settings::Options;

/// What is to be done by hand, in two lists.
const BY_HAND: &str = include_str!("../../../../docs/hosting/after-a-restore.md");

/// The list below a heading of [`BY_HAND`].
fn list(heading: &str) -> &'static str {
    let (_, below) = BY_HAND.split_once(heading).unwrap_or_default();
    below.split("\n## ").next().unwrap_or_default().trim()
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
    let duplicates = options.duplicates.policy();
    let restore =
        Restore { backup: file, keyed_hash, any_secret, stamp: &stamp, event: &event, duplicates };
    let restored = Store::restore(database, &restore).await;
    let restored = restored.map_err(|error| explained(error, options))?;
    audit::log(&event);
    show_counts(&restored.finished.counts);
    println!("Restored {} from {}.", restored.database.display(), file.display());
    match restored.had_checksum {
        true => println!("The backup is {AS_ITS_CHECKSUM_SAYS}"),
        false => println!(
            "There was no {0}.sha256, so nobody can tell whether a letter in {0} has changed.",
            file.display()
        ),
    }
    match (&restored.moved_before, restored.moved.as_slice()) {
        (None, []) => println!("There was no database before."),
        (None, moved @ [was, ..]) => {
            println!("What was there before is kept, until you delete it:");
            for file in moved {
                println!("  {}", file.display());
            }
            show_how_to_go_back(options, was);
        }
        (Some(aside), moved) => {
            println!(
                "There was no database in place, but {}, which a restore has moved aside.",
                aside.display()
            );
            for file in moved {
                println!("Moved aside: {}", file.display());
            }
            show_how_to_go_back(options, aside);
        }
    }
    show_what_is_left(&restored.finished, restored.moved_before.as_deref());
    if any_secret {
        println!("Now adopt a secret: server secret adopt");
    }
    Ok(())
}

fn show_how_to_go_back(options: &Options, was: &Path) {
    println!(
        "To go back, stop the server and make a backup of that to restore, with the program of its version:\n  \
         server backup --database sqlite://{} --secret-file {} FILE\n  \
         server restore FILE",
        was.display(),
        secret_place(options)
    );
}

/// Finishes the restore of a PostgreSQL database, which takes the place of the one at this address.
pub(super) async fn finish(
    options: &Options,
    from: Option<&str>,
    from_file: Option<&Path>,
) -> Outcome {
    if sqlite_file(database(options)?).is_some() {
        return Err("This is for PostgreSQL: `server restore FILE` does the same by itself".into());
    }
    let there = opening::other(options, ("--from", "--from-file"), from, from_file)?;
    let newer = match there.database {
        Some(_) => Some(opening::any_version(&there).await?.store),
        None => None,
    };
    let Opened { store, .. } = opening::any_version(options).await?;
    let store = store.with_duplicates(options.duplicates.policy());
    if let Some(newer) = &newer
        && store.is_newer_than(newer).await
    {
        return Err(
            "only this database has gone on since the dump. Are the two addresses exchanged?"
                .into(),
        );
    }
    let event = of_operator(EventKind::DatabaseRestored, None);
    let nowhere = || "--from does not say where it is".to_owned();
    let finished = store.finish_restore(newer.as_ref().ok_or_else(nowhere), &event).await;
    for opened in [Some(store), newer].into_iter().flatten() {
        opened.close().await;
    }
    let finished = finished?;
    audit::log(&event);
    show_counts(&finished.counts);
    println!("Finished the restore. Now name this database in the settings of all servers.");
    show_what_is_left(&finished, None);
    Ok(())
}

/// Says what was carried over, and what is left to do by hand. What was moved `aside` earlier may not be the last that there
/// was.
fn show_what_is_left(finished: &Finished, aside: Option<&Path>) {
    let from = match aside {
        Some(aside) => aside.display().to_string(),
        None => "the database that was in place".to_owned(),
    };
    println!(
        "All are logged out, and no token of a program works any more: a backup does not know which \
         were revoked since."
    );
    let is_whole = match &finished.carried_over {
        Ok(carried) => {
            show_carried_over(carried, &from);
            if aside.is_some() {
                println!(
                    "What a database has had that was in place after that one is not among it."
                );
            }
            carried.unread.is_empty() && carried.gap.is_none() && aside.is_none()
        }
        Err(why) => {
            println!("Nothing could be carried over from {from}: {why}.");
            false
        }
    };
    println!(
        "Whatever else happened after the backup is not in it. Do again what has been done since:"
    );
    if !is_whole {
        println!("{}", list("## If something could not be carried over"));
    }
    println!("{}", list("## After every restore"));
}

fn show_carried_over(carried: &CarriedOver, from: &str) {
    let CarriedOver { erased, referrals, never, refused, left, unread, gap } = carried;
    println!(
        "Carried over from {from}, of what has happened since the backup:\n  \
         people erased again: {erased}\n  \
         other referrals erased again: {referrals}\n  \
         people who asked never to be contacted: {never}\n  \
         referrals that were refused: {refused}\n  \
         members of staff removed who had left: {left}"
    );
    if *left > 0 {
        println!(
            "If no owner is among the others now, make one: server staff make-owner NUMBER. See: \
             server staff list"
        );
    }
    for what in unread {
        println!("That database could not say {what}.");
    }
    let why = match gap {
        None => return,
        Some(Gap::Damaged) => "That database is damaged, so something may be missing of this.",
        Some(Gap::NothingShared) => {
            "That database shares no history with the backup, so it may not be the one that the backup was made of."
        }
        Some(Gap::RestoredItself) => {
            "That database was restored itself, from an earlier backup. Unless you are going back to the one before it, \
             what was refused in that one since this backup is missing: go back to it first, and restore this backup then."
        }
    };
    println!("{why}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_are_in_the_document() {
        assert!(list("## If something could not be carried over").starts_with("- erase who"));
        assert!(list("## After every restore").starts_with("- invite staff again"));
    }
}
