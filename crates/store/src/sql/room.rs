//! A disk that is full, for tests.

use sqlx::AssertSqlSafe;

use super::SqlStore;
use super::fault::store_error;
use crate::Result;

impl SqlStore {
    /// Lets an SQLite database grow to this many pages, and no further; no less than it has.
    #[doc(hidden)]
    pub async fn limit_pages(&self, most: u32) -> Result<()> {
        let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
        sqlx::raw_sql(limit).execute(&self.writers).await.map_err(store_error)?;
        Ok(())
    }
}
