//! Putting a backup in the place of an SQLite database.
//!
//! A server that was killed leaves its log beside the database. SQLite replays that log into
//! whatever file has the database's name, so the log has to leave its place together with the
//! database. That is why nobody should do this by hand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use domain::pipeline::DuplicatePolicy;
use tempfile::TempPath;

use crate::audit::security::SecurityEvent;
use crate::db::connect::{
    Address, COMPANIONS, UNFINISHED, address, failed, put_in_place, sync_folder_of,
};
use crate::db::fingerprints::KeyedHash;
use crate::db::migrations::Has;
use crate::db::secret_check::SecretMatch;
use crate::db::usage::{Usage, UsageLock, with_suffix};
use crate::db::{Result, Store, StoreError, backup, checksum};
use crate::restoring::finish::Finished;

/// What to restore.
#[derive(Clone, Debug)]
pub struct Restore<'a> {
    /// The backup.
    pub backup: &'a Path,
    /// The server's secret.
    pub keyed_hash: KeyedHash,
    /// Whether to restore although the backup was made with another secret.
    pub any_secret: bool,
    /// A text for the names of what is moved aside: the time.
    pub stamp: &'a str,
    /// The event to record in the restored database.
    pub event: &'a SecurityEvent,
    /// Which referrals count as duplicates.
    pub duplicates: DuplicatePolicy,
}

/// What was restored.
#[derive(Clone, Debug)]
pub struct Restored {
    /// What became of the backup.
    pub finished: Finished,
    /// Where the database is.
    pub database: PathBuf,
    /// The files that were there before, under their new names; the database first, if there was one.
    pub moved: Vec<PathBuf>,
    /// The database that an earlier restore had moved aside, if none was in place.
    pub moved_before: Option<PathBuf>,
    /// Whether the backup had a checksum beside it. It agreed.
    pub had_checksum: bool,
}

impl Store {
    /// Checks a backup, does with a copy of it what [`finish_restore`](Self::finish_restore) does, moves the database with
    /// its log aside and puts the copy in its place. Until everything is checked and on disk, nothing is moved.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if a server or a command uses the database, or if the backup is not
    /// what it should be; [`StoreError::Full`] if there is no room for it. Nothing has changed then.
    pub async fn restore(url: &str, restore: &Restore<'_>) -> Result<Restored> {
        let Address::Sqlite(database) = address(url)? else {
            return Err(refused("a dump of PostgreSQL is restored with pg_restore"));
        };
        let backup = fs::canonicalize(restore.backup);
        let backup = backup.map_err(|error| {
            refused(&format!("cannot read {}: {error}", restore.backup.display()))
        })?;
        if backup == database {
            return Err(refused(&format!("{} is the database itself", backup.display())));
        }
        let folder = database.parent().unwrap_or(&database);
        if !folder.is_dir() {
            return Err(StoreError::Missing(format!("and no folder at {}", folder.display())));
        }
        let lock = UsageLock::of_file(&database, Usage::Alone, true)?;
        let (copy, had_checksum) = copy_beside(&backup, folder)?;
        let moved_before = match database.exists() {
            true => None,
            false => newest_aside(&database).map_err(|error| failed(&error))?,
        };
        let finished = finish_copy(&copy, &database, moved_before.as_deref(), restore).await?;
        let mut moved = Vec::new();
        exchange(copy, &database, restore.stamp, &mut moved).map_err(|error| {
            let moved: Vec<_> = moved.iter().map(|file| file.display().to_string()).collect();
            let aside = match &moved[..] {
                [] => String::new(),
                moved => format!(" Moved aside: {}", moved.join(", ")),
            };
            refused(&format!("cannot put the backup in place: {error}.{aside}"))
        })?;
        lock.release().await;
        Ok(Restored { finished, database, moved, moved_before, had_checksum })
    }
}

/// Copies the backup into the folder of the database and compares its checksum.
fn copy_beside(backup: &Path, folder: &Path) -> Result<(TempPath, bool)> {
    let unreadable =
        |error: io::Error| refused(&format!("cannot read {}: {error}", backup.display()));
    let log = with_suffix(backup, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(refused(&format!(
            "{} is no backup: SQLite's log is beside it, so it was copied from a database in use. \
             Make a backup of it first, with `server backup`",
            backup.display()
        )));
    }
    let size = fs::metadata(backup).map_err(unreadable)?.len();
    backup::clear(folder).map_err(|error| failed(&error))?;
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full(format!(
            "the backup needs {size} bytes in {}. Nothing was changed",
            folder.display()
        )),
        _ => refused(&format!("cannot copy {}: {error}", backup.display())),
    };
    let mut copy =
        tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(failed)?;
    let checksum = checksum::of(backup, &mut copy).map_err(failed)?;
    let written = checksum::written(backup).map_err(unreadable)?;
    if written.as_ref().is_some_and(|written| *written != checksum) {
        return Err(refused(&format!(
            "{} has changed since it was made: its SHA-256 is not the one in {}. Take another \
             backup. Nothing was changed",
            backup.display(),
            checksum::beside(backup).display()
        )));
    }
    Ok((copy.into_temp_path(), written.is_some()))
}

/// Checks the copy of a backup, adds what this program needs, and finishes its restore. What an earlier restore has moved
/// aside (`moved_before`) may be another database than the one that was in place last.
async fn finish_copy(
    copy: &Path,
    database: &Path,
    moved_before: Option<&Path>,
    restore: &Restore<'_>,
) -> Result<Finished> {
    let newer = moved_before.unwrap_or(database);
    let is_not =
        |why: &str| refused(&format!("{} {why}. Nothing was changed", restore.backup.display()));
    let cannot = |error| match error {
        StoreError::Failed(why) => is_not(&format!("cannot be restored: {why}")),
        other => other,
    };
    let store = Store::private(copy).await.map_err(|error| match error {
        StoreError::Failed(why) => is_not(&format!("is damaged, or no database: {why}")),
        other => other,
    })?;
    let store = store.with_keyed_hash(restore.keyed_hash.clone());
    let store = store.with_duplicates(restore.duplicates);
    let checked = async {
        if matches!(store.has().await?, Has::Nothing) {
            return Err(is_not("is no database of this program"));
        }
        store.bring_up_to_date().await.map_err(cannot)?;
        let faults = store.integrity().await?;
        if !faults.is_empty() {
            return Err(is_not(&format!("is damaged: {}", faults.join("; "))));
        }
        let newer = match store.secret_match().await? {
            SecretMatch::Same => match open_newer(newer, &restore.keyed_hash).await {
                Ok(aside) if moved_before.is_some() && store.was_restored_since(&aside).await => {
                    aside.close().await;
                    Err("the backup has gone on without it".to_owned())
                }
                opened => opened,
            },
            _ if restore.any_secret => Err("the secret of the backup is lost".to_owned()),
            SecretMatch::Unknown => return Err(is_not("does not know its secret")),
            SecretMatch::Other => return Err(StoreError::OtherSecret),
        };
        let finished = store.finish_restore(newer.as_ref().map_err(Clone::clone), restore.event);
        let finished = finished.await.map_err(cannot);
        if let Ok(newer) = newer {
            newer.close().await;
        }
        finished
    };
    let checked = checked.await;
    store.close().await;
    checked
}

/// The database that the backup takes the place of, to be read; or why nothing can be carried over from it.
async fn open_newer(database: &Path, keyed_hash: &KeyedHash) -> std::result::Result<Store, String> {
    if !database.exists() {
        return Err("there was none".to_owned());
    }
    let store = Store::to_read(database).await;
    let store = store.map_err(|error| format!("it cannot be opened ({error})"))?;
    let store = store.with_keyed_hash(keyed_hash.clone());
    let why = match store.secret_match().await {
        Ok(SecretMatch::Same) => return Ok(store),
        Ok(SecretMatch::Other) => "it was made with another secret".to_owned(),
        Ok(SecretMatch::Unknown) => "it is no database of this program".to_owned(),
        Err(error) => format!("it cannot be read ({error})"),
    };
    store.close().await;
    Err(why)
}

/// What follows the name of a database in that of one that a restore has moved aside, before the time.
const ASIDE: &str = ".before-restore-";

/// The newest database that was moved aside from here. If none is in place, a restore died before it had put another there.
fn newest_aside(database: &Path) -> io::Result<Option<PathBuf>> {
    let start = with_suffix(database, ASIDE);
    let mut newest = None;
    for entry in fs::read_dir(database.parent().unwrap_or(database))? {
        let file = entry?.path();
        let name = file.as_os_str().to_string_lossy();
        let is_aside = name.starts_with(&*start.to_string_lossy());
        if is_aside && COMPANIONS.iter().all(|companion| !name.ends_with(companion)) {
            // The times in their names sort them.
            newest = newest.max(Some(file));
        }
    }
    Ok(newest)
}

/// Moves the database and its log aside and puts the copy in their place. If this process dies in between, the log is
/// beside the database wherever that is: it has both names while the database moves. Adds the new names to `moved`.
fn exchange(
    copy: TempPath,
    database: &Path,
    stamp: &str,
    moved: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let aside = with_suffix(database, &format!("{ASIDE}{stamp}"));
    let places = |suffix| (with_suffix(database, suffix), with_suffix(&aside, suffix));
    let companions = COMPANIONS.map(places).into_iter().filter(|(from, _)| from.exists());
    let companions: Vec<_> = companions.collect();
    if aside.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    for (from, to) in &companions {
        fs::hard_link(from, to)?;
    }
    sync_folder_of(database)?;
    if database.exists() {
        fs::rename(database, &aside)?;
        moved.push(aside.clone());
        sync_folder_of(database)?;
    }
    for (from, to) in companions {
        fs::remove_file(from)?;
        moved.push(to);
    }
    sync_folder_of(database)?;
    put_in_place(copy, database)
}

fn refused(text: &str) -> StoreError {
    StoreError::Failed(text.to_owned())
}
