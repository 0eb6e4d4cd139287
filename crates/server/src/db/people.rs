//! Finding a person's rows by phone number: columns for free text have the key of the number, which all
//! spellings share, and columns for login numbers have the normal spelling.

use domain::mobile::MobileNumber;
use sqlx::AnyConnection;

/// How a person's rows are found.
pub(crate) struct Person {
    /// The key, which is equal for all spellings of the number.
    pub(crate) key: String,
    /// The login number; the text itself if it cannot be one.
    pub(crate) mobile: String,
}

impl Person {
    /// The person with this number, in any spelling.
    pub(crate) fn of(number: &str) -> Self {
        let spellings = numbers::spellings(number);
        let mobile = spellings.into_iter().next().unwrap_or_else(|| number.to_owned());
        Self { key: numbers::key(number), mobile }
    }

    /// Executes a statement that has the login number as `$1`; returns the number of changed rows.
    pub(crate) async fn execute(
        &self,
        tx: &mut AnyConnection,
        statement: &'static str,
    ) -> sqlx::Result<u64> {
        let query = sqlx::query(statement).bind(self.mobile.as_str());
        Ok(query.execute(tx).await?.rows_affected())
    }
}

/// A login number as it is stored.
pub(crate) fn stored(mobile: &MobileNumber) -> String {
    numbers::normal(mobile).into()
}
