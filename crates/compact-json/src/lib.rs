//! JSON, small enough to download.
//!
//! `serde_json` has words for every error and formats every kind of number, which was half of the
//! browser's module (docs/decisions/0001). Here an unreadable text is `None`, and numbers are
//! non-negative integers. In everything else both agree, which is tested with generated texts.
//!
//! An object is read member by member, because derived readers would take four times the space. Texts
//! and numbers are read as such. What serde's derives write is written: structs, also with a `tag`,
//! `Vec`, `String` and `&str`, `bool`, `u64` and smaller unsigned integers, `Option`, newtypes and
//! enums without data. A type that cannot be written does not compile.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod parts;
mod text;
mod write;

pub use parts::{Array, FromJson, Member, Object, concat, elements, field, members, push_member};
pub use text::number;
pub use write::{Never, to_string};
