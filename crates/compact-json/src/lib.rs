//! JSON for serde's derives, small enough to download.
//!
//! `serde_json` has words for every error and formats every kind of number, which was half of the
//! browser's module (docs/decisions/0007). Here an error has no details, and numbers are
//! non-negative integers. In everything else both agree, which is tested with generated texts.
//!
//! It reads structs from objects, `Vec`, `String` and `&str`, `bool`, `u64` and smaller unsigned
//! integers, `Option`, newtypes and enums without data. It writes the same, and structs with a
//! `tag`. A type that cannot be written does not compile.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod error;
mod parts;
mod read;
mod text;
mod write;

pub use error::Error;
pub use parts::{Array, Member, elements, field, members, push_member};
pub use read::from_str;
pub use text::number;
pub use write::{Never, to_string};
