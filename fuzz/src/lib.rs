//! Properties that must hold for any bytes.
//!
//! A target is a function that splits bytes into texts, passes them to the domain, and panics if a
//! property does not hold. `fuzz/run` searches for bytes that make it panic, guided by code
//! coverage. `cargo test` runs the files of `corpus/`, and mutations of them. The files named
//! `found-…` are those of a long run that covered most of the code; the others were written by
//! hand.

#![forbid(unsafe_code)]

mod forms;
mod ledger;
pub mod stored;
mod texts;

pub use crate::ledger::ledger;
pub use forms::forms;
pub use texts::SEPARATOR;
