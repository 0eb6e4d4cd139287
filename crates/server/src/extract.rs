//! What handlers ask of a request. Each refuses in the words of the rules, and never repeats what
//! it was sent.

mod address;
mod body;
mod caller;
mod current;
mod fault;
mod key;
mod query;
mod retry;

pub(crate) use address::{Client, KnownOrigin, network, unknown_proxy};
pub(crate) use body::{ImportText, Sent};
pub(crate) use caller::Caller;
pub(crate) use current::{Confirmed, Current, GUEST, HEADER as EXPECTED_USER};
pub(crate) use key::Key;
pub(crate) use query::Asked;
pub(crate) use retry::Retry;
