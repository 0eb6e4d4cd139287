//! JSON texts for serde's derives, small enough to be downloaded.
//!
//! `serde_json` words every error and formats every kind of number: in a browser's module that is
//! half of the download (docs/decisions/0007). Here an error says nothing but that it is one, and
//! the numbers are the non-negative integers; on everything else the two agree, which the tests
//! hold to on generated texts.
//!
//! What can be read: structs from objects, `Vec`, `String` and `&str`, `bool`, `u64` and smaller
//! unsigned integers, `Option`, newtypes and enums without data. What can be written: the same, and
//! structs with a `tag`; a type that cannot be written does not compile.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod error;
mod read;
mod text;
mod write;

pub use error::Error;
pub use read::{Member, elements, from_str, members};
pub use text::number;
pub use write::{Never, to_string};
