//! Reports, and who refers most.

pub mod routes;
pub mod sql;
