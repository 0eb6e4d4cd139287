//! The routes of the interface.

pub mod codes;
pub mod second_factor;
pub mod session;
pub mod sessions;
