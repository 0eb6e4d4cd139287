//! The statements of the database, and the methods of the store that run them.

pub mod commands;
pub mod duplicates;
pub mod grams;
pub mod history;
pub mod listing;
pub mod referrals;
pub mod select;
pub mod submit;
