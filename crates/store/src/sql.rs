//! A store over SQLite or PostgreSQL. All that it can do stands in `store_people`, `store_programme` and
//! `store_outgoing`; how it is done, in the files of the same words. The statements are shared: where the
//! two databases differ, `dialect` says how.

mod accounts;
mod allowances;
mod answers;
mod backfill;
mod backup;
mod change;
mod changes;
mod codes;
mod connect;
mod copy;
mod counters;
mod cursor;
mod devices;
mod dialect;
mod duplicates;
mod erase;
mod factors;
mod fault;

mod fingerprints;
mod forwards;
mod grams;
mod import;
mod listing;
mod locks;
mod mentions;
mod messages;
mod migrations;
mod outbox;
mod people;
mod projection;
mod referrals;
mod referrers;
mod reports;
mod row;
mod schema;
mod second_factor;
mod security;
mod sends;
mod sessions;
mod staff;
mod store_outgoing;
mod store_people;
mod store_programme;
mod submit;
mod sweep;
#[cfg(feature = "faulty")]
mod testing;
mod text;
mod tokens;
mod transport;
mod verify;
mod webhooks;

use std::sync::Arc;

use domain::pipeline::DuplicatePolicy;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Transaction};
use tokio::sync::Semaphore;

pub use copy::Counts;
pub use fingerprints::{Seal, Sealed};
pub use schema::Schema;
#[cfg(feature = "faulty")]
pub use testing::Watch;
pub use verify::Verified;

use crate::Result;
use dialect::Dialect;
use fault::{again, store_error};

/// Records in a database of SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct Store {
    dialect: Dialect,
    writers: AnyPool,
    readers: AnyPool,
    seal: Seal,
    duplicates: DuplicatePolicy,
    /// How many may count and send codes at once, which they do one after the other: the others'
    /// connections are not theirs to wait in.
    code_turns: Arc<Semaphore>,
    #[cfg(feature = "faulty")]
    watch: Option<Arc<dyn Watch>>,
}

impl Store {
    /// The same store, with another policy for duplicates.
    pub fn with_duplicates(self, duplicates: DuplicatePolicy) -> Self {
        Self { duplicates, ..self }
    }

    /// Begins a transaction that writes.
    async fn begin(&self) -> sqlx::Result<Transaction<'static, Any>> {
        self.writers.begin_with(self.dialect.begin()).await
    }

    /// Begins a transaction that writes for whoever asks under a session or an API token, which
    /// [`must_be_open`](Self::must_be_open).
    async fn begin_for(
        &self,
        session: Option<&[u8; 32]>,
    ) -> sqlx::Result<Transaction<'static, Any>> {
        let mut tx = self.begin().await?;
        self.must_be_open(&mut tx, session).await?;
        Ok(tx)
    }

    /// Fails unless the session is still open, or the API token not revoked, and keeps it open until
    /// the transaction ends: whoever closes it, or erases its member, comes before all that this
    /// transaction writes or after it.
    async fn must_be_open(
        &self,
        tx: &mut AnyConnection,
        session: Option<&[u8; 32]>,
    ) -> sqlx::Result<()> {
        let Some(token) = session else { return Ok(()) };
        let lock = self.dialect.for_key_share();
        for table in ["sessions", "tokens"] {
            let sql = AssertSqlSafe(format!("SELECT token FROM {table} WHERE token = $1{lock}"));
            if sqlx::query(sql).bind(token.as_slice()).fetch_optional(&mut *tx).await?.is_some() {
                return Ok(());
            }
        }
        Err(fault::session_ended())
    }

    /// Closes all connections; what is under way is finished before.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }

    /// Whether the store can be read now. Nothing is written: whoever asks takes no turn of a
    /// writer's.
    pub async fn check(&self) -> Result<()> {
        again!(self, "check", connect::check(self))
    }
}
