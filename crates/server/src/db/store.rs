//! A store on SQLite or PostgreSQL. Each file has the methods for its subject. Both databases run
//! the same statements; `dialect` has the differences.

use std::path::PathBuf;
use std::sync::Arc;

use domain::pipeline::DuplicatePolicy;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::Semaphore;

use crate::db::Result;
use crate::db::dialect::Dialect;
use crate::db::fault::retry;
use crate::db::fingerprints::KeyedHash;
use crate::db::statement::Statement;
#[cfg(feature = "faulty")]
use crate::db::testing::Hooks;
use crate::db::usage::UsageLock;

/// A store on SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) dialect: Dialect,
    /// The file of SQLite.
    pub(crate) file: Option<PathBuf>,
    pub(crate) writers: AnyPool,
    pub(crate) readers: AnyPool,
    pub(crate) lock: UsageLock,
    pub(crate) keyed_hash: KeyedHash,
    pub(crate) duplicates: DuplicatePolicy,
    /// How many requests may count and send codes at the same time. They do so one after the other,
    /// so without this limit the waiting ones would take all connections.
    pub(crate) code_turns: Arc<Semaphore>,
    #[cfg(feature = "faulty")]
    pub(crate) hooks: Option<Arc<dyn Hooks>>,
}

impl Store {
    /// Sets the policy for duplicates.
    pub fn with_duplicates(self, duplicates: DuplicatePolicy) -> Self {
        Self { duplicates, ..self }
    }

    /// Begins a write transaction.
    pub(crate) async fn begin(&self) -> sqlx::Result<Transaction<'static, Any>> {
        self.writers.begin_with(self.dialect.begin()).await
    }

    /// Begins a write transaction for somebody with a session or an API token, and checks it with
    /// [`must_be_open`](Self::must_be_open).
    pub(crate) async fn begin_for(
        &self,
        session: Option<&[u8; 32]>,
    ) -> sqlx::Result<Transaction<'static, Any>> {
        let mut tx = self.begin().await?;
        self.must_be_open(&mut tx, session).await?;
        Ok(tx)
    }

    /// Fails unless the session is open or the API token valid, and locks it until the transaction
    /// ends. So closing the session or erasing the member happens either before or after everything
    /// that this transaction writes.
    pub(crate) async fn must_be_open(
        &self,
        tx: &mut AnyConnection,
        session: Option<&[u8; 32]>,
    ) -> sqlx::Result<()> {
        let Some(token) = session else { return Ok(()) };
        let lock = self.dialect.for_key_share();
        for select in
            ["SELECT token FROM sessions WHERE token = ", "SELECT token FROM tokens WHERE token = "]
        {
            let select = Statement::new(select).bind(token.as_slice()).add(lock);
            if select.row(&mut *tx).await?.is_some() {
                return Ok(());
            }
        }
        Err(crate::db::fault::session_ended())
    }

    /// Closes all connections after running work has finished.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
        self.lock.release().await;
    }

    /// Whether the store can be read now. It writes nothing, so that it never waits for a writer.
    pub async fn check(&self) -> Result<()> {
        retry!(self, "check", async {
            sqlx::query("SELECT taken FROM locks WHERE name = 'readiness'")
                .fetch_one(&self.readers)
                .await?;
            Ok(())
        })
    }

    /// Writes a little, to find out whether that is possible.
    ///
    /// # Errors
    /// [`StoreError::Full`](crate::db::StoreError::Full) also if there is so little room on SQLite's disk
    /// that the next larger write would fail.
    pub async fn check_writing(&self) -> Result<()> {
        if let Some(file) = &self.file {
            crate::db::room::must_be_there(file)?;
        }
        retry!(self, "check_writing", async {
            let write = "UPDATE locks SET taken = taken + 1 WHERE name = 'readiness'";
            sqlx::query(write).execute(&self.writers).await?;
            Ok(())
        })
    }
}
