//! The routes of the interface.

pub mod staff;
pub mod staff_factors;
pub mod tokens;
