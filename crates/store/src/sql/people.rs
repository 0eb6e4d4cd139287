//! Numbers as rows know them. Where any text may stand, a column beside it has the key that all
//! spellings of one number share; where only a login number can, all spellings are looked for. So
//! what programs wrote that did not know of keys is found as well.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::row::placeholders;

/// By what somebody's rows are found.
pub(super) struct Person {
    /// What all spellings of the number share.
    pub(super) key: String,
    /// Every login number of this key.
    pub(super) spellings: Vec<String>,
}

impl Person {
    /// Whoever has this number, however it is written.
    pub(super) fn of(number: &str) -> Self {
        Self { key: numbers::key(number), spellings: numbers::spellings(number) }
    }

    /// The condition that a column has one of the spellings, which are bound in their order from
    /// `$1` on; `false` if there are none.
    pub(super) fn has(&self, column: &str) -> String {
        match self.spellings.len() {
            0 => "1 = 0".to_owned(),
            count => format!("{column} IN {}", placeholders(1, count)),
        }
    }

    /// How many values are bound.
    pub(super) fn count(&self) -> usize {
        self.spellings.len()
    }

    /// Binds the spellings.
    pub(super) fn bind<'q>(
        &self,
        query: Query<'q, Any, AnyArguments>,
    ) -> Query<'q, Any, AnyArguments> {
        self.spellings.iter().fold(query, |query, spelling| query.bind(spelling.clone()))
    }

    /// Does a statement that ends with [`Person::has`]; says how many rows it met.
    pub(super) async fn execute(
        &self,
        tx: &mut AnyConnection,
        statement: &str,
        column: &str,
    ) -> sqlx::Result<u64> {
        let sql = format!("{statement} WHERE {}", self.has(column));
        Ok(self.bind(sqlx::query(AssertSqlSafe(sql))).execute(tx).await?.rows_affected())
    }
}
