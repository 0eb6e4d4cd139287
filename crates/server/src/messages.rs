//! Contact messages, and forwarding them to the people who answer them.

pub mod forwarding;
pub mod records;
pub mod routes;
pub mod sql;
