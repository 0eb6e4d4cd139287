//! The domain's rules for the browser.
//!
//! Texts and numbers go in. Codes and JSON texts come out; the signatures in the generated
//! TypeScript name the type of each, so that callers are checked.
//!
//! **Architecture invariant:** this crate converts and never decides. A condition about the
//! programme belongs in `domain`, where it is tested natively and where the server uses it.

#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

mod convert;
mod forms;
mod policy;
mod records;
#[cfg(target_family = "wasm")]
mod runtime;
mod viewer;

pub use forms::{check_referral, csv_cell, request_code, suggest_mobile};
pub use policy::Policy;
pub use records::Ledger;
pub use viewer::Viewer;
