//! Translates errors of the databases.

use api::Code;
use sqlx::error::DatabaseError;
use sqlx::{Any, Error, Transaction};

use crate::db::StoreError;

/// How often a transaction is retried after a conflict with another one.
pub(crate) const RETRIES: u32 = 5;

/// Runs a transaction, and again after a conflict. With a method's name, it calls a test's hooks
/// before and after.
macro_rules! retry {
    ($store:expr, $method:literal, $transaction:expr) => {{
        #[cfg(feature = "faulty")]
        if let Some(hooks) = &$store.hooks {
            hooks.before($method).await?;
        }
        let outcome = retry!($transaction);
        #[cfg(feature = "faulty")]
        if let Some(hooks) = &$store.hooks {
            hooks.after($method)?;
        }
        outcome
    }};
    ($transaction:expr) => {{
        let mut tries = 0;
        loop {
            match $transaction.await {
                Err(error)
                    if tries < $crate::db::fault::RETRIES
                        && $crate::db::fault::is_conflict(&error) =>
                {
                    tries += 1
                }
                outcome => break outcome.map_err($crate::db::fault::store_error),
            }
        }
    }};
}
pub(crate) use retry;

/// Whether PostgreSQL aborted the transaction so that another one could continue.
pub(crate) fn is_conflict(error: &Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    // serialization_failure and deadlock_detected.
    matches!(code.as_deref(), Some("40001" | "40P01"))
}

/// Whether this is SQLite's error for a damaged file.
pub(crate) fn is_damage(error: &dyn DatabaseError) -> bool {
    const SQLITE_CORRUPT: u32 = 11;
    error.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff)
        == Some(SQLITE_CORRUPT)
}

/// Commits a transaction. If the connection is lost during that, [`store_error`] returns `Unknown`.
/// `clippy.toml` forbids other commits in this crate.
#[expect(clippy::disallowed_methods, reason = "this is what is to be called instead")]
pub(crate) async fn commit(tx: Transaction<'_, Any>) -> sqlx::Result<()> {
    tx.commit().await.map_err(commit_error)
}

/// Marks an error during a commit. Only an error from the database itself means that nothing was
/// written.
pub(crate) fn commit_error(error: Error) -> Error {
    let code = error.as_database_error().and_then(DatabaseError::code);
    match code.as_deref() {
        Some(code) if !lost_connection(code) => error,
        _ => Error::AnyDriverError(Box::new(LostAnswer(error.to_string()))),
    }
}

/// The outcome of a commit is unknown.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct LostAnswer(String);

/// Whether a PostgreSQL error code means that the connection was lost.
fn lost_connection(code: &str) -> bool {
    code.len() == 5 && (code.starts_with("08") || code.starts_with("57P0"))
}

/// The error for a session that has ended.
pub(crate) fn session_ended() -> Error {
    Error::AnyDriverError(Box::new(SessionEnded))
}

#[derive(Debug, thiserror::Error)]
#[error("the session has ended")]
struct SessionEnded;

/// The error for what a rule refuses inside a transaction, which then ends without a change.
pub(crate) fn refused(code: impl Into<Code>) -> Error {
    Error::AnyDriverError(Box::new(Refused(code.into())))
}

#[derive(Debug, thiserror::Error)]
#[error("refused: {}", .0.as_str())]
struct Refused(Code);

/// The error for a record that cannot be read.
pub(crate) fn unreadable() -> Error {
    Error::Decode("a stored record cannot be read".into())
}

/// Converts a database error to the store's.
pub(crate) fn store_error(error: Error) -> StoreError {
    let text = error.to_string();
    match error {
        Error::AnyDriverError(error) if error.is::<LostAnswer>() => StoreError::Unknown(text),
        Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed | Error::Io(_) => {
            StoreError::Unavailable(text)
        }
        Error::AnyDriverError(error) if error.is::<SessionEnded>() => StoreError::SessionEnded,
        Error::AnyDriverError(error) => match error.downcast_ref() {
            Some(&Refused(code)) => StoreError::Refused(code),
            None => StoreError::Failed(text),
        },
        Error::Database(error) => match error.code().as_deref().map(kind) {
            Some(Kind::Busy) => StoreError::Unavailable(text),
            Some(Kind::Full) => StoreError::Full(text),
            _ => StoreError::Failed(text),
        },
        _ => StoreError::Failed(text),
    }
}

enum Kind {
    Busy,
    Full,
    Other,
}

/// PostgreSQL's codes have five characters; SQLite's are numbers whose lowest byte is the primary
/// code.
fn kind(code: &str) -> Kind {
    const SQLITE_BUSY: u32 = 5;
    const SQLITE_LOCKED: u32 = 6;
    const SQLITE_FULL: u32 = 13;
    if code.len() == 5 {
        return match code {
            // disk_full.
            "53100" => Kind::Full,
            // serialization_failure, deadlock_detected, lock_not_available, too_many_connections,
            // idle_in_transaction_session_timeout.
            "40001" | "40P01" | "55P03" | "53300" | "25P03" => Kind::Busy,
            // Connection exceptions, and operator intervention.
            _ if lost_connection(code) => Kind::Busy,
            _ => Kind::Other,
        };
    }
    match code.parse::<u32>().map(|code| code & 0xff) {
        Ok(SQLITE_BUSY | SQLITE_LOCKED) => Kind::Busy,
        Ok(SQLITE_FULL) => Kind::Full,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_answer_during_a_write_leaves_the_outcome_unknown() {
        let lost = || Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(matches!(store_error(lost()), StoreError::Unavailable(_)));
        assert!(matches!(store_error(commit_error(lost())), StoreError::Unknown(_)));
        assert!(matches!(store_error(commit_error(Error::WorkerCrashed)), StoreError::Unknown(_)));
        assert!(lost_connection("57P01") && lost_connection("08006"));
        for known in ["40001", "53100", "23505", "13", "5"] {
            assert!(!lost_connection(known), "{known}");
        }
    }

    #[test]
    fn only_temporary_errors_are_unavailable() {
        for code in ["5", "261", "6", "40001", "40P01", "57P01", "57P03", "08006"] {
            assert!(matches!(kind(code), Kind::Busy), "{code}");
        }
        for code in ["13", "53100"] {
            assert!(matches!(kind(code), Kind::Full), "{code}");
        }
        for code in ["1", "19", "2067", "23505", "42601", "57014"] {
            assert!(matches!(kind(code), Kind::Other), "{code}");
        }
    }
}
