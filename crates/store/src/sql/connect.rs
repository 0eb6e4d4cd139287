//! Opening a database.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;
use std::time::Duration;

use domain::pipeline::DuplicatePolicy;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::dialect::Dialect;
use super::fault::store_error;
use super::{KeyedHash, Store, migrations, transport};
use crate::{Result, StoreError};

/// The maximum number of connections to PostgreSQL; the same for SQLite's readers.
const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_READERS: u32 = 4;

/// How many connections may wait to send codes, so that a flood of requests does not take all.
const CODES_AT_ONCE: usize = 4;

/// The time limit for getting a connection.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the database at `sqlite://path` or `postgres://user@host/database` for serving, and
    /// migrates it. The path is not percent-decoded. A missing SQLite file and its folder are
    /// created. PostgreSQL on another machine must present a valid certificate, unless the address
    /// has another `sslmode`.
    ///
    /// # Errors
    /// [`StoreError::Failed`] for any other address, for a database of a later version, and if the
    /// file cannot be created; [`StoreError::Unavailable`] if the server does not answer.
    pub async fn open(url: &str) -> Result<Self> {
        install_default_drivers();
        match address(url)? {
            Address::Sqlite(path) => {
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
                }
                let url = file_url(&path, "rwc");
                keep_a_write_ahead_log(&url).await?;
                let store = Self::sqlite(&url)?;
                migrations::run(store.dialect, &store.writers).await?;
                Ok(store)
            }
            Address::Postgres(url) => {
                once(Dialect::Postgres, &url, "").await?;
                let store = Self::postgres(&url)?;
                migrations::run(store.dialect, &store.writers).await?;
                Ok(store)
            }
        }
    }

    /// Opens an existing database that has everything this program needs. It creates and migrates
    /// nothing, because that would prevent going back to the previous version.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::Failed`] if there is no database or an older one.
    pub async fn open_current(url: &str) -> Result<Self> {
        let store = Self::open_existing(url).await?;
        let schema = store.schema().await?;
        if schema.missing.is_empty() {
            return Ok(store);
        }
        store.close().await;
        Err(failed(&format!(
            "the database is of an earlier version of this program, and has yet to get {}: \
             `server schema upgrade` adds it, and the earlier version can go on",
            schema.missing.join(", ")
        )))
    }

    /// Opens an existing database of any version, to inspect or copy it. It creates and migrates
    /// nothing.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::Failed`] if there is no database of this program.
    pub async fn open_existing(url: &str) -> Result<Self> {
        install_default_drivers();
        let store = match address(url)? {
            Address::Sqlite(path) if !path.is_file() => {
                return Err(failed(&format!("there is no database at {}", path.display())));
            }
            Address::Sqlite(path) => {
                let url = file_url(&path, "rw");
                once(Dialect::Sqlite, &url, "").await?;
                Self::sqlite(&url)?
            }
            Address::Postgres(url) => {
                once(Dialect::Postgres, &url, "").await?;
                Self::postgres(&url)?
            }
        };
        if store.schema().await?.has_begun() {
            return Ok(store);
        }
        store.close().await;
        Err(failed(&"that is no database of this program: `server serve` makes one"))
    }

    fn sqlite(url: &str) -> Result<Self> {
        let dialect = Dialect::Sqlite;
        // One connection for writing: writes queue here in their order, and SQLite never reports
        // "busy".
        Ok(Self::over(dialect, pool(dialect, 1, url)?, pool(dialect, SQLITE_READERS, url)?))
    }

    fn postgres(url: &str) -> Result<Self> {
        let pool = pool(Dialect::Postgres, POSTGRES_CONNECTIONS, url)?;
        Ok(Self::over(Dialect::Postgres, pool.clone(), pool))
    }

    fn over(dialect: Dialect, writers: AnyPool, readers: AnyPool) -> Self {
        Self {
            dialect,
            writers,
            readers,
            keyed_hash: KeyedHash::default(),
            duplicates: DuplicatePolicy::default(),
            code_turns: Arc::new(Semaphore::new(CODES_AT_ONCE)),
            #[cfg(feature = "faulty")]
            hooks: None,
        }
    }
}

/// A parsed address.
enum Address {
    /// An absolute path.
    Sqlite(PathBuf),
    /// An address with its TLS settings.
    Postgres(String),
}

fn address(url: &str) -> Result<Address> {
    match url.split_once("://") {
        Some(("sqlite", "" | ":memory:")) => {
            Err(failed(&"sqlite:// is followed by the path of a file"))
        }
        Some(("sqlite", path)) => {
            Ok(Address::Sqlite(absolute(path).map_err(|error| failed(&error))?))
        }
        Some(("postgres" | "postgresql", _)) => {
            Ok(Address::Postgres(transport::protected(url).map_err(store_error)?))
        }
        _ => Err(failed(&"the database's address begins neither with sqlite:// nor postgres://")),
    }
}

fn failed(error: &dyn ToString) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// Switches SQLite to write-ahead logging, which lets readers work during a write. SQLite does not
/// wait when another program does the same at this moment, so this retries.
async fn keep_a_write_ahead_log(url: &str) -> Result<()> {
    for _ in 0..100 {
        match once(Dialect::Sqlite, url, "PRAGMA journal_mode = WAL").await {
            Err(StoreError::Unavailable(_)) => sleep(Duration::from_millis(20)).await,
            outcome => return outcome,
        }
    }
    once(Dialect::Sqlite, url, "PRAGMA journal_mode = WAL").await
}

/// Connects once and returns the error. A pool would retry until its time limit and hide the
/// reason.
async fn once(dialect: Dialect, url: &str, statement: &'static str) -> Result<()> {
    let tried = async {
        let options: AnyConnectOptions = url.parse()?;
        let mut first = AnyConnection::connect_with(&options).await?;
        sqlx::raw_sql(dialect.settings()).execute(&mut first).await?;
        sqlx::raw_sql(statement).execute(&mut first).await?;
        first.close().await
    };
    tried.await.map_err(store_error)
}

fn pool(dialect: Dialect, connections: u32, url: &str) -> Result<AnyPool> {
    let options: AnyConnectOptions = url.parse().map_err(store_error)?;
    let pool = AnyPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
    let pool = match dialect {
        Dialect::Sqlite => pool.idle_timeout(None).max_lifetime(None),
        Dialect::Postgres => pool,
    };
    let pool = pool.after_connect(move |connection, _| {
        Box::pin(async move {
            sqlx::raw_sql(dialect.settings()).execute(connection).await?;
            Ok(())
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

/// The file in the driver's notation. `mode` is `rw`, or `rwc` to create it.
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
