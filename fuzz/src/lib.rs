//! What must hold for any bytes at all.
//!
//! A target is a function that makes texts of bytes, hands them to the domain, and panics if
//! something does not hold. `fuzz/run` looks for bytes that make it panic, guided by what
//! they reach in the code. `cargo test` tries the bytes in `corpus/`, and slips away from them.
//! Those in files called `found-…` are the few of a long run that reached most of the code; the
//! others were written by hand.

#![forbid(unsafe_code)]

mod forms;
mod ledger;
mod numbers;
mod oracle;
pub mod stored;
mod texts;

pub use forms::forms;
pub use ledger::ledger;
pub use numbers::numbers;
pub use oracle::is_email;
pub use texts::BETWEEN;
