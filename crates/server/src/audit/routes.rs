//! The routes of the interface.

pub mod audit;
