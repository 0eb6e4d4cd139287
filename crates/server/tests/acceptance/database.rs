//! The databases of the tests, and how a test runs with each of them.

use std::fs;
use std::path::PathBuf;

use async_trait::async_trait;
use server::db::Store;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// Makes a test for each database from a function that gets one: `lists::a_search_is_paged::sqlite`
/// and `::postgres`. The latter passes if PostgreSQL cannot be started and is not required.
macro_rules! on_each_database {
    ($(#[$attribute:meta])* async fn $sentence:ident($database:ident: &dyn Database $(,)?) $body:block) => {
        $(#[$attribute])*
        async fn $sentence($database: &dyn Database) $body

        mod $sentence {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$sentence(&$crate::database::Sqlite::with_schema().await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(database) = $crate::database::Postgres::with_schema().await {
                    super::$sentence(&database).await;
                }
            }
        }
    };
}
pub(crate) use on_each_database;

/// The database of one test.
#[async_trait]
pub(crate) trait Database: Sync {
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

    /// The same with a file that has the schema: copying it is quicker than creating it again.
    pub(crate) async fn with_schema() -> Self {
        static SCHEMA: OnceCell<Vec<u8>> = OnceCell::const_new();
        let file = SCHEMA.get_or_init(async || {
            let database = Self::new();
            database.store().await.close().await;
            fs::read(database.path()).unwrap()
        });
        let database = Self::new();
        fs::create_dir_all(database.path().parent().unwrap()).unwrap();
        fs::write(database.path(), file.await).unwrap();
        database
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
        testkit::postgres::database().await.map(Self)
    }

    /// The same with the schema.
    pub(crate) async fn with_schema() -> Option<Self> {
        static SCHEMA: OnceCell<Option<Postgres>> = OnceCell::const_new();
        let original = SCHEMA.get_or_init(async || {
            let database = Self::new().await?;
            database.store().await.close().await;
            Some(database)
        });
        let original = original.await.as_ref()?;
        testkit::postgres::copy_of(&original.0).await.map(Self)
    }

    pub(crate) fn url(&self) -> &str {
        &self.0
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.0).await.unwrap()
    }
}

#[async_trait]
impl Database for Sqlite {
    async fn open(&self) -> Store {
        self.store().await
    }

    fn driver_url(&self) -> String {
        self.file_url()
    }
}

#[async_trait]
impl Database for Postgres {
    async fn open(&self) -> Store {
        self.store().await
    }

    fn driver_url(&self) -> String {
        self.0.clone()
    }
}
