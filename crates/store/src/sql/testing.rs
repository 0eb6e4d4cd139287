//! What a test does to a store: its calls fail, or its disk is full.

use std::fmt::Debug;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;

use super::Store;
use super::fault::store_error;
use crate::Result;

/// Is told of every call of a store's method, and may have it fail.
pub trait Watch: Debug + Send + Sync {
    /// Nothing is done yet.
    fn before(&self, method: &'static str) -> BoxFuture<'_, Result<()>>;

    /// Everything is done, and nobody told of it.
    fn after(&self, method: &'static str) -> Result<()>;
}

impl Store {
    /// The same store, watched.
    #[doc(hidden)]
    pub fn watched(self, watch: Arc<dyn Watch>) -> Self {
        Self { watch: Some(watch), ..self }
    }

    /// Lets an SQLite database grow to this many pages, and no further; no less than it has.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<()> {
        let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::raw_sql(limit).execute(&self.writers).await.map_err(store_error)?;
        Ok(())
    }
}
