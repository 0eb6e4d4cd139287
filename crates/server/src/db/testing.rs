//! Fault injection for tests: failing calls, and a full disk.

use std::fmt::Debug;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::store_error;

/// Hooks around every call of a store's method, which may make it fail.
pub trait Hooks: Debug + Send + Sync {
    /// Before anything is done.
    fn before(&self, method: &'static str) -> BoxFuture<'_, Result<()>>;

    /// After everything is done, before the caller knows.
    fn after(&self, method: &'static str) -> Result<()>;
}

impl Store {
    /// The same store with hooks.
    #[doc(hidden)]
    pub fn with_hooks(self, hooks: Arc<dyn Hooks>) -> Self {
        Self { hooks: Some(hooks), ..self }
    }

    /// Limits an SQLite database to this many pages, or to its present size if that is larger.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<()> {
        let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::raw_sql(limit).execute(&self.writers).await.map_err(store_error)?;
        Ok(())
    }
}
