//! Finding a person's rows by phone number. Columns with free text have a key column beside them,
//! which is equal for all spellings of a number. In columns with login numbers, all spellings are
//! searched. So rows of earlier versions without keys are found as well.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::row::placeholders;

/// How a person's rows are found.
pub(super) struct Person {
    /// The key, which is equal for all spellings of the number.
    pub(super) key: String,
    /// All login numbers with this key.
    pub(super) spellings: Vec<String>,
}

impl Person {
    /// The person with this number, in any spelling.
    pub(super) fn of(number: &str) -> Self {
        Self { key: numbers::key(number), spellings: numbers::spellings(number) }
    }

    /// The condition that a column has one of the spellings, which are bound in order from `$1`;
    /// `false` if there are none.
    pub(super) fn has(&self, column: &str) -> String {
        match self.spellings.len() {
            0 => "1 = 0".to_owned(),
            count => format!("{column} IN {}", placeholders(1, count)),
        }
    }

    /// Binds the spellings.
    pub(super) fn bind<'q>(
        &self,
        query: Query<'q, Any, AnyArguments>,
    ) -> Query<'q, Any, AnyArguments> {
        self.spellings.iter().fold(query, |query, spelling| query.bind(spelling.clone()))
    }

    /// Executes a statement that ends with [`Person::has`]; returns the number of affected rows.
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
