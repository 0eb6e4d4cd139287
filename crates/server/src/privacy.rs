//! How long personal data is kept, and what an erasure takes.

pub mod routes;
pub mod sql;
pub mod sweeping;
