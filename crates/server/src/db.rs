//! The database of hosted mode: [`Store`], on SQLite or PostgreSQL.
//!
//! A store keeps and finds records; it never decides. Where a decision and a write belong together
//! (may another code be sent? is this edit outdated?), the caller passes the domain's decision as a
//! function, and the store calls it inside the transaction that writes the result. What follows from
//! every write, such as the points of an award, it asks the domain by itself.
//!
//! **Architecture invariant:** every method is one transaction, unless it says otherwise. If it
//! returns `Ok`, everything was done; if it returns [`StoreError`], nothing was, except that after
//! [`StoreError::Unknown`] it may have been. Whatever was reported as done survives a crash of the
//! process and of the machine.

pub mod allowances;
pub mod answers;
pub mod backup;
pub mod checksum;
pub mod connect;
pub mod copy;
pub mod cursor;
pub mod dialect;
pub mod error;
pub mod fault;
pub mod fingerprints;
pub mod locks;
pub mod measures;
pub mod migrations;
pub mod people;
pub mod room;
pub mod row;
pub mod schema;
pub mod secret_check;
pub mod statement;
pub mod store;
#[cfg(feature = "faulty")]
pub mod testing;
pub mod text;
pub mod transport;
pub mod usage;
pub mod verify;
pub mod versions;

pub use api::{EventKind, EventOutcome};
pub use error::StoreError;
pub use store::Store;

/// The result of a store's method.
pub type Result<T> = std::result::Result<T, StoreError>;

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// What it lists, in the order of the list.
    pub items: Vec<T>,
    /// The cursor of the next page; `None` at the end. It contains no phone number.
    pub next: Option<String>,
}
