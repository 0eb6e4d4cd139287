//! Referrals: submitting, listing, commands and their history, duplicates.

pub mod records;
pub mod routes;
pub mod sql;
