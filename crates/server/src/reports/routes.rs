//! The routes of the interface.

pub mod referrers;
pub mod reports;
