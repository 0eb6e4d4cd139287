//! The routes of the interface.

pub mod export;
pub mod import;
