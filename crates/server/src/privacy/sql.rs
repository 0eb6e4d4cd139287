//! The statements of the database, and the methods of the store that run them.

pub mod elsewhere;
pub mod erase;
pub mod mentions;
pub mod sweep;
