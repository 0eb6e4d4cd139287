//! The statements of the database, and the methods of the store that run them.

pub mod leaving;
pub mod staff;
pub mod staff_factors;
pub mod tokens;
