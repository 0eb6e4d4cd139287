//! What a store fails with.

use thiserror::Error;

/// Nothing has changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It is too busy, or cannot be reached; later it may answer.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// There is no room left.
    #[error("the store has no room left: {0}")]
    Full(String),
    /// Anything else, which no retry mends.
    #[error("the store failed: {0}")]
    Failed(String),
}
