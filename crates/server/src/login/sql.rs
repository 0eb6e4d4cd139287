//! The statements of the database, and the methods of the store that run them.

pub mod accounts;
pub mod code_requests;
pub mod codes;
pub mod devices;
pub mod second_factor;
pub mod sessions;
