//! Opening a database.

use std::fs;
use std::path::{Path, absolute};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection};

use super::dialect::Dialect;
use super::fault::store_error;
use super::group_commit::GroupCommit;
use super::ids::TakenIds;
use super::{SqlStore, migrations};
use crate::{Result, StoreError};

/// How many connections to PostgreSQL a program has at most, and how many readers of SQLite.
const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_READERS: u32 = 4;

/// How long is waited for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

impl SqlStore {
    /// Opens the database at `sqlite://path` or `postgres://user@host/database`, and brings it up
    /// to date. A path is taken as it stands, with nothing encoded; the file and its folder are
    /// made if they are not there.
    ///
    /// # Errors
    /// [`StoreError::Failed`] for any other address, for a database of a later version, and where
    /// nothing can be made; [`StoreError::Unavailable`] where nobody answers.
    pub async fn open(url: &str) -> Result<Self> {
        install_default_drivers();
        let store = match url.split_once("://") {
            Some(("sqlite", path)) => open_sqlite(Path::new(path)).await?,
            Some(("postgres" | "postgresql", _)) => open_postgres(url).await?,
            _ => {
                let text = "the database's address begins neither with sqlite:// nor postgres://";
                return Err(StoreError::Failed(text.to_owned()));
            }
        };
        Ok(store)
    }
}

/// Whether the database can be read.
pub(super) async fn check(store: &SqlStore) -> sqlx::Result<()> {
    sqlx::query("SELECT total FROM counters").fetch_one(&store.readers).await?;
    Ok(())
}

async fn open_sqlite(path: &Path) -> Result<SqlStore> {
    let failed = |error: &dyn ToString| StoreError::Failed(error.to_string());
    if path.as_os_str().is_empty() || path.as_os_str() == ":memory:" {
        return Err(failed(&"sqlite:// is followed by the path of a file"));
    }
    let path = absolute(path).map_err(|error| failed(&error))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    let url = format!("sqlite://{}?mode=rwc", encoded(&path.to_string_lossy()));
    let dialect = Dialect::Sqlite;
    // One writer: writes queue in the program, in the order they came, and none is told "busy".
    let writers = pool(dialect, 1, &url).await.map_err(store_error)?;
    migrations::run(dialect, &writers).await?;
    let readers = pool(dialect, SQLITE_READERS, &url).await.map_err(store_error)?;
    let taken = TakenIds::default();
    let store = SqlStore { dialect, writers, readers, taken, group_commit: None };
    let group_commit = Some(GroupCommit::start(store.clone()));
    Ok(SqlStore { group_commit, ..store })
}

async fn open_postgres(url: &str) -> Result<SqlStore> {
    let dialect = Dialect::Postgres;
    let pool = pool(dialect, POSTGRES_CONNECTIONS, url).await.map_err(store_error)?;
    migrations::run(dialect, &pool).await?;
    let (writers, readers) = (pool.clone(), pool);
    let taken = TakenIds::default();
    Ok(SqlStore { dialect, writers, readers, taken, group_commit: None })
}

async fn pool(dialect: Dialect, connections: u32, url: &str) -> sqlx::Result<AnyPool> {
    let options: AnyConnectOptions = url.parse()?;
    // A pool would try again and again, and not say why.
    let mut first = AnyConnection::connect_with(&options).await?;
    sqlx::raw_sql(dialect.settings()).execute(&mut first).await?;
    first.close().await?;
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
            // SQLite ends a transaction by itself when the disk is full, which the driver does not
            // notice. A connection that seems to be in a transaction after that is let go.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
    Ok(pool.connect_lazy_with(options))
}

/// A path as an address has it.
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
