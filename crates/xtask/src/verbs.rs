//! What can be asked for.

mod bench;
mod bindings;
mod build;
mod check;
mod dev;
mod fuzz;
mod headers;
mod routes;
mod test;

pub(crate) use bench::{Part, bench};
pub(crate) use bindings::bindings;
pub(crate) use build::build;
pub(crate) use check::check;
pub(crate) use dev::dev;
pub(crate) use fuzz::fuzz;
pub(crate) use headers::headers;
pub(crate) use test::{soak, test};
