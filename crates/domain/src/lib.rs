//! The rules of the website and its referral programme, written once.
//!
//! A form is a draft. A rule checks it and returns a type that proves the check, or says which
//! rules are broken. Decisions take facts as arguments: the time, the policy, whether a number is
//! registered. So the same functions serve the browser (through `wasm`), a server and the tests.
//!
//! **Architecture invariant:** no I/O, no clock, no randomness, no global state, no `unsafe`. The
//! crate is `no_std`, so none of these is available; it also keeps the browser's download small.

#![cfg_attr(not(any(feature = "ts", feature = "openapi")), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod account;
pub mod case;
pub mod contact;
pub mod decision;
pub mod event;
pub mod form_field;
pub mod history;
pub mod import;
pub mod key;
pub mod limits;
pub mod mobile;
pub mod notice;
mod open_enum;
#[cfg(feature = "pipeline")]
pub mod pipeline;
pub mod points;
pub mod referral;
pub mod rejection;
#[cfg(feature = "pipeline")]
pub mod rewards;
#[cfg(feature = "pipeline")]
pub mod say;
pub mod service;
#[cfg(feature = "ts")]
mod typescript;
pub mod union;
pub mod verdict;
pub mod view;
pub mod viewer;
