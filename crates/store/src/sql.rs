//! A store on SQLite or PostgreSQL. Each file has the methods for its subject. Both databases run
//! the same statements; `dialect` has the differences.

mod accounts;
mod allowances;
mod answers;
mod backup;
mod checksum;
mod code_requests;
mod codes;
mod commands;
mod connect;
mod copy;
mod cursor;
mod devices;
mod dialect;
mod duplicates;
mod elsewhere;
mod erase;
mod fault;
mod fingerprints;
mod forwards;
mod grams;
mod history;
mod import;
mod leaving;
mod listing;
mod locks;
mod measures;
mod mentions;
mod messages;
mod migrations;
mod outbox;
mod people;
mod referrals;
mod referrers;
mod reports;
mod restore;
mod room;
mod row;
mod second_factor;
mod secret_check;
mod security;
mod select;
mod sessions;
mod staff;
mod staff_factors;
mod statement;
mod submit;
mod sweep;
#[cfg(feature = "faulty")]
mod testing;
mod text;
mod tokens;
mod transport;
mod usage;
mod verify;
mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;

use domain::pipeline::DuplicatePolicy;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::Semaphore;

pub use copy::Counts;
pub use fingerprints::{FingerprintKind, KeyedHash};
pub use measures::{Measures, Queue};
pub use restore::{Restore, Restored};
pub use secret_check::SecretMatch;
#[cfg(feature = "faulty")]
pub use testing::Hooks;
pub use verify::Verified;

use crate::Result;
use dialect::Dialect;
use fault::retry;
use statement::Statement;
use usage::UsageLock;

/// A store on SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct Store {
    dialect: Dialect,
    /// The file of SQLite.
    file: Option<PathBuf>,
    writers: AnyPool,
    readers: AnyPool,
    lock: UsageLock,
    keyed_hash: KeyedHash,
    duplicates: DuplicatePolicy,
    /// How many requests may count and send codes at the same time. They do so one after the other,
    /// so without this limit the waiting ones would take all connections.
    code_turns: Arc<Semaphore>,
    #[cfg(feature = "faulty")]
    hooks: Option<Arc<dyn Hooks>>,
}

impl Store {
    /// Sets the policy for duplicates.
    pub fn with_duplicates(self, duplicates: DuplicatePolicy) -> Self {
        Self { duplicates, ..self }
    }

    /// Begins a write transaction.
    async fn begin(&self) -> sqlx::Result<Transaction<'static, Any>> {
        self.writers.begin_with(self.dialect.begin()).await
    }

    /// Begins a write transaction for somebody with a session or an API token, and checks it with
    /// [`must_be_open`](Self::must_be_open).
    async fn begin_for(
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
    async fn must_be_open(
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
        Err(fault::session_ended())
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
    /// [`StoreError::Full`](crate::StoreError::Full) also if there is so little room on SQLite's disk
    /// that the next larger write would fail.
    pub async fn check_writing(&self) -> Result<()> {
        if let Some(file) = &self.file {
            room::must_be_there(file)?;
        }
        retry!(self, "check_writing", async {
            let write = "UPDATE locks SET taken = taken + 1 WHERE name = 'readiness'";
            sqlx::query(write).execute(&self.writers).await?;
            Ok(())
        })
    }
}
