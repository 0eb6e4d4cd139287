//! The routes of the interface.

pub mod erasure;
