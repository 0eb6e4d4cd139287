//! The routes of the interface.

pub mod commands;
pub mod duplicates;
pub mod history;
pub mod referrals;
pub mod timeline;
pub mod view;
