//! Opening a database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;
use std::time::Duration;

use domain::pipeline::DuplicatePolicy;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection};
use tempfile::TempPath;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::db::dialect::Dialect;
use crate::db::fault::store_error;
use crate::db::fingerprints::KeyedHash;
use crate::db::migrations::Has;
use crate::db::secret_check::SecretMatch;
use crate::db::usage::{Usage, UsageLock, give_to_owner_of, share, with_suffix};
use crate::db::{Result, StoreError};
use crate::db::{Store, migrations, transport};

/// The maximum number of connections to PostgreSQL; the same for SQLite's readers.
const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_READERS: u32 = 4;

/// How many connections may wait to send codes, so that a flood of requests does not take all.
const CODES_AT_ONCE: usize = 4;

/// The time limit for getting a connection.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the database at `sqlite://path` or `postgres://user@host/database`, as the other
    /// methods do, and makes what is missing of it. For tests and trials: a program that makes what
    /// it does not find hides a mistyped path. The path is not percent-decoded. PostgreSQL on another
    /// machine must present a valid certificate, unless the address has another `sslmode`.
    ///
    /// # Errors
    /// [`StoreError::Failed`] for any other address, for a database of another version, and if the
    /// file cannot be created; [`StoreError::Unavailable`] if the server does not answer.
    pub async fn open(url: &str) -> Result<Self> {
        install_default_drivers();
        let store = match address(url)? {
            Address::Sqlite(path) => {
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
                }
                keep_a_write_ahead_log(&file_url(&path, "rwc")).await?;
                Self::sqlite(&path, UsageLock::of_file(&path, Usage::Shared, true)?)?
            }
            Address::Postgres(url) => {
                once(Dialect::Postgres, &url, Usage::Shared, "").await?;
                Self::postgres(&url, Usage::Shared, UsageLock::default())?
            }
        };
        migrations::run(store.dialect, &store.writers).await?;
        Ok(store)
    }

    /// Makes a new database for the server whose secret `keyed_hash` has. An SQLite file gets its
    /// name once it is complete, so there is never half a database.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if there is a database already, or a part of one.
    pub async fn init(url: &str, keyed_hash: KeyedHash) -> Result<()> {
        Self::must_be_free(url).await?;
        match address(url)? {
            Address::Sqlite(path) => {
                let folder = path.parent().unwrap_or(&path);
                fs::create_dir_all(folder).map_err(|error| failed(&error))?;
                let lock = UsageLock::of_file(&path, Usage::Alone, true)?;
                let new = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
                let new = new.map_err(|error| failed(&error))?.into_temp_path();
                let store = Self::sqlite(&new, UsageLock::default())?;
                migrations::run(store.dialect, &store.writers).await?;
                let made = store.with_keyed_hash(keyed_hash);
                let known = made.adopt_secret().await;
                made.close().await;
                known?;
                put_in_place(new, &path).map_err(|error| failed(&error))?;
                lock.release().await;
            }
            Address::Postgres(url) => {
                let lock = UsageLock::alone_in_postgres(&url).await?;
                let store = Self::postgres(&url, Usage::Alone, lock)?.with_keyed_hash(keyed_hash);
                let made = match migrations::run(store.dialect, &store.writers).await {
                    Ok(()) => store.adopt_secret().await,
                    Err(error) => Err(error),
                };
                store.close().await;
                made?;
            }
        }
        Ok(())
    }

    /// Fails if `init` would.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if there is a database already, or a part of one.
    pub async fn must_be_free(url: &str) -> Result<()> {
        install_default_drivers();
        match address(url)? {
            Address::Sqlite(path) => {
                if path.exists() {
                    let text = format!("there is a file already: {}", path.display());
                    return Err(StoreError::Failed(text));
                }
                // SQLite would replay the log of an earlier database into the new one.
                match leftovers(&path).first() {
                    None => Ok(()),
                    Some(left) => Err(StoreError::Failed(format!(
                        "there is no database, but a part of one: {}. If it is of a database that \
                         you have moved, move it to that one; if you restore a backup, \
                         `server restore` moves it aside",
                        left.display()
                    ))),
                }
            }
            Address::Postgres(url) => {
                once(Dialect::Postgres, &url, Usage::Shared, "").await?;
                let store = Self::postgres(&url, Usage::Shared, UsageLock::default())?;
                let known = store.secret_match().await;
                store.close().await;
                match known? {
                    SecretMatch::Unknown => Ok(()),
                    SecretMatch::Same | SecretMatch::Other => Err(StoreError::Failed(
                        "this PostgreSQL database has the tables of a site already".to_owned(),
                    )),
                }
            }
        }
    }

    /// Opens an existing database for serving, and adds what this program needs.
    ///
    /// # Errors
    /// As [`Store::open_current`], but for an older database.
    pub async fn open_to_serve(url: &str) -> Result<Self> {
        let store = Self::existing(url, Usage::Shared, true).await?;
        if let Address::Sqlite(path) = address(url)? {
            keep_a_write_ahead_log(&file_url(&path, "rw")).await?;
        }
        migrations::run(store.dialect, &store.writers).await?;
        Ok(store)
    }

    /// Opens an existing database that has everything this program needs, beside servers and other
    /// commands.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is none; [`StoreError::Failed`] if it is of another program,
    /// of another version, or in use by a command that has to be alone. Otherwise as [`Store::open`].
    pub async fn open_current(url: &str) -> Result<Self> {
        Self::existing(url, Usage::Shared, false).await?.if_current().await
    }

    /// The same for a command that has to be alone.
    ///
    /// # Errors
    /// Also [`StoreError::Failed`] if a server or another command uses the database.
    pub async fn open_alone(url: &str) -> Result<Self> {
        Self::existing(url, Usage::Alone, true).await?.if_current().await
    }

    async fn if_current(self) -> Result<Self> {
        let why = match self.has().await? {
            Has::AllBut(missing) if missing.is_empty() => return Ok(self),
            Has::AllBut(missing) => StoreError::Failed(format!(
                "the database has yet to get {}: `server serve` adds it, and to a backup its restore",
                missing.join(", ")
            )),
            Has::Another | Has::Nothing => migrations::another(),
        };
        self.close().await;
        Err(why)
    }

    /// Opens a database of any version, alone, for the end of a restore. It creates and migrates nothing.
    ///
    /// # Errors
    /// As [`Store::open_alone`], but for a database of another version.
    pub async fn open_any_version(url: &str) -> Result<Self> {
        Self::existing(url, Usage::Alone, true).await
    }

    async fn existing(url: &str, usage: Usage, make_lock: bool) -> Result<Self> {
        install_default_drivers();
        let store = match address(url)? {
            Address::Sqlite(path) if !path.is_file() => {
                return Err(StoreError::Missing(format!("at {}", path.display())));
            }
            Address::Sqlite(path) => {
                let lock = UsageLock::of_file(&path, usage, make_lock)?;
                once(Dialect::Sqlite, &file_url(&path, "rw"), usage, "").await?;
                Self::sqlite(&path, lock)?
            }
            Address::Postgres(url) => {
                once(Dialect::Postgres, &url, usage, "").await?;
                let lock = match usage {
                    Usage::Shared => UsageLock::default(),
                    Usage::Alone => UsageLock::alone_in_postgres(&url).await?,
                };
                Self::postgres(&url, usage, lock)?
            }
        };
        if !matches!(store.has().await?, Has::Nothing) {
            return Ok(store);
        }
        store.close().await;
        Err(match address(url)? {
            Address::Sqlite(path) => {
                let text = format!("{} is no database of this program", path.display());
                StoreError::Failed(text)
            }
            Address::Postgres(_) => {
                StoreError::Missing("of a site in this PostgreSQL database".to_owned())
            }
        })
    }

    /// Opens an SQLite file that no other program knows of.
    pub(crate) async fn private(path: &Path) -> Result<Self> {
        install_default_drivers();
        once(Dialect::Sqlite, &file_url(path, "rw"), Usage::Shared, "").await?;
        Self::sqlite(path, UsageLock::default())
    }

    /// Opens an SQLite file only to read it. The caller has the lock of whoever uses it.
    pub(crate) async fn to_read(path: &Path) -> Result<Self> {
        install_default_drivers();
        let (dialect, url) = (Dialect::Sqlite, file_url(path, "ro"));
        once(dialect, &url, Usage::Shared, "").await?;
        let pool = pool(dialect, Usage::Shared, 1, &url)?;
        Ok(Self::over(dialect, pool.clone(), pool, UsageLock::default()))
    }

    fn sqlite(path: &Path, lock: UsageLock) -> Result<Self> {
        let (dialect, url) = (Dialect::Sqlite, file_url(path, "rw"));
        // One connection for writing: writes queue here in their order, and SQLite never reports
        // "busy".
        let writers = pool(dialect, Usage::Shared, 1, &url)?;
        let readers = pool(dialect, Usage::Shared, SQLITE_READERS, &url)?;
        Ok(Self { file: Some(path.to_owned()), ..Self::over(dialect, writers, readers, lock) })
    }

    fn postgres(url: &str, usage: Usage, lock: UsageLock) -> Result<Self> {
        let pool = pool(Dialect::Postgres, usage, POSTGRES_CONNECTIONS, url)?;
        Ok(Self::over(Dialect::Postgres, pool.clone(), pool, lock))
    }

    fn over(dialect: Dialect, writers: AnyPool, readers: AnyPool, lock: UsageLock) -> Self {
        Self {
            dialect,
            file: None,
            writers,
            readers,
            lock,
            keyed_hash: KeyedHash::default(),
            duplicates: DuplicatePolicy::default(),
            code_turns: Arc::new(Semaphore::new(CODES_AT_ONCE)),
            #[cfg(feature = "faulty")]
            hooks: None,
        }
    }
}

/// The files that SQLite keeps beside a database while it is in use, and that a killed server
/// leaves: its log, and an index of that.
pub(crate) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The prefix of the file names of databases that are not complete yet.
pub(crate) const UNFINISHED: &str = ".unfinished-";

/// Those of its companions that are there.
fn leftovers(database: &Path) -> Vec<PathBuf> {
    let files = COMPANIONS.iter().map(|suffix| with_suffix(database, suffix));
    files.filter(|file| file.exists()).collect()
}

/// Gives a complete file its name, so that it outlives a loss of power. Fails if the name is taken.
pub(crate) fn put_in_place(file: TempPath, path: &Path) -> io::Result<()> {
    File::open(&file)?.sync_all()?;
    give_to_owner_of(path, &file)?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder_of(path)
}

/// Makes new names in the folder of a file outlive a loss of power.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

/// A parsed address.
pub(crate) enum Address {
    /// An absolute path, without links.
    Sqlite(PathBuf),
    /// An address with its TLS settings.
    Postgres(String),
}

pub(crate) fn address(url: &str) -> Result<Address> {
    match url.split_once("://") {
        Some(("sqlite", "" | ":memory:")) => {
            Err(failed(&"sqlite:// is followed by the path of a file"))
        }
        Some(("sqlite", path)) => {
            // SQLite keeps its log beside the file itself and not beside a link to it.
            let path = fs::canonicalize(path).or_else(|_| absolute(led_to(path)));
            Ok(Address::Sqlite(path.map_err(|error| failed(&error))?))
        }
        Some(("postgres" | "postgresql", _)) => {
            Ok(Address::Postgres(transport::protected(url).map_err(store_error)?))
        }
        _ => Err(failed(&"the database's address begins neither with sqlite:// nor postgres://")),
    }
}

/// The file that a link leads to, even if it is not there, as while a restore exchanges it.
fn led_to(path: &str) -> PathBuf {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    fs::read_link(path).map_or_else(|_| path.into(), |target| folder.join(target))
}

pub(crate) fn failed(error: &dyn ToString) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// Switches SQLite to write-ahead logging, which lets readers work during a write. SQLite does not
/// wait when another program does the same at this moment, so this retries.
async fn keep_a_write_ahead_log(url: &str) -> Result<()> {
    let begin = || once(Dialect::Sqlite, url, Usage::Shared, "PRAGMA journal_mode = WAL");
    for _ in 0..100 {
        match begin().await {
            Err(StoreError::Unavailable(_)) => sleep(Duration::from_millis(20)).await,
            outcome => return outcome,
        }
    }
    begin().await
}

/// Connects once and returns the error. A pool would retry until its time limit and hide the
/// reason.
async fn once(dialect: Dialect, url: &str, usage: Usage, statement: &'static str) -> Result<()> {
    let tried = async {
        let options: AnyConnectOptions = url.parse()?;
        let mut first = AnyConnection::connect_with(&options).await?;
        sqlx::raw_sql(dialect.settings()).execute(&mut first).await?;
        share(dialect, usage, &mut first).await?;
        sqlx::raw_sql(statement).execute(&mut first).await?;
        first.close().await
    };
    let tried = timeout(PATIENCE, tried).await;
    tried.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(store_error)
}

fn pool(dialect: Dialect, usage: Usage, connections: u32, url: &str) -> Result<AnyPool> {
    let options: AnyConnectOptions = url.parse().map_err(store_error)?;
    let pool = AnyPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
    let pool = match dialect {
        Dialect::Sqlite => pool.idle_timeout(None).max_lifetime(None),
        // Each connection shares the lock of those who use the database, so one is always open.
        Dialect::Postgres => pool.min_connections(1),
    };
    let pool = pool.after_connect(move |connection, _| {
        Box::pin(async move {
            sqlx::raw_sql(dialect.settings()).execute(&mut *connection).await?;
            share(dialect, usage, connection).await
        })
    });
    let pool = pool.test_before_acquire(false).before_acquire(|connection, _| {
        Box::pin(async move {
            // When the disk is full, SQLite ends a transaction by itself and the driver does not
            // notice. Drop connections that still seem to be in a transaction.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
    Ok(pool.connect_lazy_with(options))
}

/// The file in the driver's notation. `mode` is `rw`, `rwc` to create it, or `ro` only to read it.
fn file_url(path: &Path, mode: &str) -> String {
    format!("sqlite://{}?mode={mode}", encoded(&path.to_string_lossy()))
}

/// Percent-encodes a path.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
