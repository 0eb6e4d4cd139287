//! Exports and imports of all records, and of one's own.

pub mod exports;
pub mod importing;
pub mod routes;
pub mod sql;
