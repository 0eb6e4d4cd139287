//! What a store fails with.

use thiserror::Error;

/// Nothing has changed, unless it is [`StoreError::Unknown`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It is too busy, or cannot be reached; later it may answer.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// There is no room left.
    #[error("the store has no room left: {0}")]
    Full(String),
    /// The connection was lost while a write was being kept: it has happened as a whole or not at
    /// all, and nobody knows which.
    #[error("the store did not say whether it has kept this: {0}")]
    Unknown(String),
    /// The session has ended under which this was to be written.
    #[error("the session has ended")]
    SessionEnded,
    /// Anything else, which no retry mends.
    #[error("the store failed: {0}")]
    Failed(String),
}
