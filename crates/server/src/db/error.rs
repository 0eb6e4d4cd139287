//! The errors of a store.

use api::Code;
use thiserror::Error;

/// Nothing has changed, except perhaps after [`StoreError::Unknown`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database is busy or cannot be reached. A later try may succeed.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// The disk is full.
    #[error("the disk of the database is full: {0}")]
    Full(String),
    /// The connection was lost during a commit. The write was done as a whole or not at all; it is
    /// unknown which.
    #[error("the connection to the database broke, so this may have been written or not: {0}")]
    Unknown(String),
    /// The session that the write needs has ended.
    #[error("the session has ended")]
    SessionEnded,
    /// A rule refused it inside the transaction.
    #[error("refused: {}", .0.as_str())]
    Refused(Code),
    /// There is no database where one was looked for.
    #[error("there is no database {0}")]
    Missing(String),
    /// A backup was made with another secret than the server's.
    #[error("the backup was made with another secret")]
    OtherSecret,
    /// Any other error, in words of its own: a fault of the database, or something that an operator asked
    /// for and that would do damage. A retry does not help.
    #[error("{0}")]
    Failed(String),
}
