//! One-time codes, sessions, known devices and the second factor.

pub mod devices;
pub mod login_codes;
pub mod puzzles;
pub mod records;
pub mod recovery;
pub mod routes;
pub mod sql;
pub mod totp;
