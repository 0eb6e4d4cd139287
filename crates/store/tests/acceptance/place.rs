//! The databases of the tests.

use std::path::PathBuf;

use async_trait::async_trait;
use store::Store;
use tempfile::TempDir;

/// The database of one test.
#[async_trait]
pub(crate) trait Place: Sync {
    /// Opens the database again, as another server would.
    async fn open(&self) -> Store;

    /// The address in the form that the driver expects.
    fn driver_url(&self) -> String;
}

pub(crate) struct Sqlite(TempDir);

pub(crate) struct Postgres(String);

impl Sqlite {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The file, in a folder that does not exist yet.
    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("records of 100%/store.db")
    }

    pub(crate) fn url(&self) -> String {
        format!("sqlite://{}", self.path().display())
    }

    /// The address in the form that the driver expects.
    pub(crate) fn file_url(&self) -> String {
        self.url().replace('%', "%25").replace(' ', "%20")
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }
}

impl Postgres {
    /// `None` if PostgreSQL cannot be started, with a message on the error stream.
    pub(crate) async fn new() -> Option<Self> {
        postgres_cluster::database().await.map(Self)
    }

    pub(crate) fn url(&self) -> &str {
        &self.0
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.0).await.unwrap()
    }
}

#[async_trait]
impl Place for Sqlite {
    async fn open(&self) -> Store {
        self.store().await
    }

    fn driver_url(&self) -> String {
        self.file_url()
    }
}

#[async_trait]
impl Place for Postgres {
    async fn open(&self) -> Store {
        self.store().await
    }

    fn driver_url(&self) -> String {
        self.0.clone()
    }
}
