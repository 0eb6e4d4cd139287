//! Converts between the columns of rows and the domain's types.

use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyRow;
use sqlx::{Any, Decode, Error, Row, Type};

use crate::db::Page;

/// Reads columns. A value that this program cannot have written is an error.
pub(crate) trait Fields {
    fn read<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> sqlx::Result<T>;

    fn int(&self, column: &str) -> sqlx::Result<i64> {
        self.read(column)
    }

    fn maybe_int(&self, column: &str) -> sqlx::Result<Option<i64>> {
        self.read(column)
    }

    fn text(&self, column: &str) -> sqlx::Result<String> {
        self.read(column)
    }

    fn maybe_text(&self, column: &str) -> sqlx::Result<Option<String>> {
        self.read(column)
    }

    fn bytes(&self, column: &str) -> sqlx::Result<Vec<u8>> {
        self.read(column)
    }

    fn maybe_bytes(&self, column: &str) -> sqlx::Result<Option<Vec<u8>>> {
        self.read(column)
    }

    /// A number that is never negative.
    fn count(&self, column: &str) -> sqlx::Result<u64> {
        u64::try_from(self.int(column)?).map_err(decode)
    }

    fn instant(&self, column: &str) -> sqlx::Result<Instant> {
        Instant::try_from(self.count(column)?).map_err(decode)
    }

    fn maybe_instant(&self, column: &str) -> sqlx::Result<Option<Instant>> {
        let Some(millis) = self.maybe_int(column)? else { return Ok(None) };
        let millis = u64::try_from(millis).map_err(decode)?;
        Instant::try_from(millis).map(Some).map_err(decode)
    }

    fn hash(&self, column: &str) -> sqlx::Result<[u8; 32]> {
        <[u8; 32]>::try_from(self.bytes(column)?.as_slice()).map_err(decode)
    }

    fn mobile(&self, column: &str) -> sqlx::Result<MobileNumber> {
        MobileNumber::try_from(self.text(column)?).map_err(decode)
    }
}

impl Fields for AnyRow {
    fn read<'r, T: Decode<'r, Any> + Type<Any>>(&'r self, column: &str) -> sqlx::Result<T> {
        self.try_get(column)
    }
}

/// Converts a number for the database. All of ours fit: instants and points are far smaller.
pub(crate) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Converts an instant for the database.
pub(crate) fn millis(instant: Instant) -> i64 {
    int(instant.as_millis())
}

/// The error for a stored value that this program cannot have written.
pub(crate) fn decode(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Decode(Box::new(error))
}

/// The page that begins with these rows. If there are more rows than its `limit`, another page
/// follows.
pub(crate) fn page<R, T>(
    rows: &[R],
    limit: u32,
    item: impl Fn(&R) -> sqlx::Result<T>,
    cursor: impl Fn(&R) -> sqlx::Result<String>,
) -> sqlx::Result<Page<T>> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let items = rows.iter().take(limit).map(item).collect::<sqlx::Result<_>>()?;
    let last = rows.iter().take(limit).next_back().filter(|_| rows.len() > limit);
    Ok(Page { items, next: last.map(cursor).transpose()? })
}
