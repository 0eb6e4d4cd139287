//! Who uses a database: servers and commands beside each other, or one command alone, such as a
//! restore, beside which a write would be lost.
//!
//! For SQLite this is a lock on a file beside the database, for PostgreSQL an advisory lock. Either
//! ends with its process, even if that is killed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use tokio::time::sleep;

use crate::db::dialect::Dialect;
use crate::db::fault::store_error;
use crate::db::{Result, StoreError};

/// How a program uses a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// Beside others.
    Shared,
    /// Alone.
    Alone,
}

/// The lock, which is held until the store is closed or its last copy dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsageLock(Arc<Mutex<Option<Held>>>);

#[derive(Debug)]
enum Held {
    File { _locked: File },
    Connection(AnyConnection),
}

/// The number of the advisory lock: "REFERRAL" in ASCII.
const ADVISORY_LOCK: i64 = 0x5245_4645_5252_414c;

impl UsageLock {
    fn holding(held: Held) -> Self {
        Self(Arc::new(Mutex::new(Some(held))))
    }

    /// Locks the file beside an SQLite database. With `make`, the file is made if it is missing;
    /// without, a database that has none is used without a lock, so that looking at a backup leaves
    /// nothing beside it.
    pub(crate) fn of_file(database: &Path, usage: Usage, make: bool) -> Result<Self> {
        let path = lock_file(database);
        let opened = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !make => {
                return Ok(Self::default());
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => made(database, &path),
            outcome => outcome,
        };
        let failed = |error: io::Error| {
            StoreError::Failed(format!("cannot lock {}: {error}", path.display()))
        };
        let file = opened.map_err(failed)?;
        let locked = match usage {
            Usage::Shared => file.try_lock_shared(),
            Usage::Alone => file.try_lock(),
        };
        match locked {
            Ok(()) => Ok(Self::holding(Held::File { _locked: file })),
            Err(TryLockError::WouldBlock) => Err(in_use(usage)),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Locks a PostgreSQL database for one command alone.
    pub(crate) async fn alone_in_postgres(url: &str) -> Result<Self> {
        let locked = async {
            let options: AnyConnectOptions = url.parse()?;
            let mut connection = AnyConnection::connect_with(&options).await?;
            let is_free = advisory_lock("SELECT pg_try_advisory_lock($1)", &mut connection).await?;
            Ok(is_free.then_some(connection))
        };
        match locked.await.map_err(store_error)? {
            Some(connection) => Ok(Self::holding(Held::Connection(connection))),
            None => Err(in_use(Usage::Alone)),
        }
    }

    /// Gives the lock back.
    pub(crate) async fn release(&self) {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Held::Connection(connection)) = held {
            // If it is lost, so is the lock.
            let _ = connection.close().await;
        }
    }
}

/// Lets a connection of PostgreSQL take part in the lock for as long as it is open. SQLite's lock is
/// the file's.
pub(crate) async fn share(
    dialect: Dialect,
    usage: Usage,
    connection: &mut AnyConnection,
) -> sqlx::Result<()> {
    if (dialect, usage) != (Dialect::Postgres, Usage::Shared) {
        return Ok(());
    }
    match advisory_lock("SELECT pg_try_advisory_lock_shared($1)", connection).await? {
        true => Ok(()),
        false => Err(sqlx::Error::AnyDriverError(Box::new(in_use(usage)))),
    }
}

/// Tries to get a lock of PostgreSQL for two seconds: it notices the end of a connection a moment
/// after its program.
async fn advisory_lock(
    statement: &'static str,
    connection: &mut AnyConnection,
) -> sqlx::Result<bool> {
    for _ in 0..20 {
        let locked = sqlx::query_scalar(statement).bind(ADVISORY_LOCK);
        if locked.fetch_one(&mut *connection).await? {
            return Ok(true);
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(false)
}

fn in_use(usage: Usage) -> StoreError {
    let text = match usage {
        Usage::Shared => {
            "the database is being restored or moved by a command: wait until that has finished"
        }
        Usage::Alone => {
            "a server or another command is using the database: stop it first. Nothing was changed"
        }
    };
    StoreError::Failed(text.to_owned())
}

/// The file to lock: beside the database itself, whatever links lead to it.
fn lock_file(database: &Path) -> PathBuf {
    with_suffix(database, ".lock")
}

/// Makes the file to lock. A link in its place is not followed, because root may run this in a folder
/// that others write to.
fn made(database: &Path, path: &Path) -> io::Result<File> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => give_to_owner_of(database, path).map(|()| file),
        // Another program has made it in the meantime.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !path.is_symlink() => {
            File::open(path)
        }
        outcome => outcome,
    }
}

/// The path with something appended to the file's name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Gives a new file to the user who owns the database, or its folder if there is no database yet.
/// Otherwise a server with fewer rights could not open what root has made for it.
pub(crate) fn give_to_owner_of(database: &Path, file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        let folder = database.parent().unwrap_or(database);
        let owner = fs::metadata(database).or_else(|_| fs::metadata(folder))?;
        let made = fs::symlink_metadata(file)?;
        if (owner.uid(), owner.gid()) != (made.uid(), made.gid()) {
            return lchown(file, Some(owner.uid()), Some(owner.gid()));
        }
    }
    Ok(())
}
