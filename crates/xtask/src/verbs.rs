//! What can be asked for.

mod api_fuzz;
mod bench;
mod bindings;
mod build;
mod check;
mod crash;
mod dev;
mod fuzz;
mod headers;
mod routes;
mod test;
mod trials;

pub(crate) use api_fuzz::api_fuzz;
pub(crate) use bench::{Part, bench};
pub(crate) use bindings::bindings;
pub(crate) use build::build;
pub(crate) use check::check;
pub(crate) use crash::crash;
pub(crate) use dev::{Way, dev};
pub(crate) use fuzz::fuzz;
pub(crate) use headers::headers;
pub(crate) use test::{soak, test};
