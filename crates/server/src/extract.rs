//! Extractors for handlers. Each refuses in the words of the rules and never repeats what it was
//! sent.

mod api_token;
mod caller;
mod client_ip;
mod current;
mod idempotency_key;
mod input;

pub(crate) use api_token::{PREFIX, without_origin};
pub(crate) use caller::{Caller, staff};
pub(crate) use client_ip::KnownClientIp;
pub(crate) use current::{
    Authorized, Award, Current, EXPECTED_USER, GUEST, Handle, Read, Records, Settings,
};
pub(crate) use idempotency_key::IdempotencyKey;
pub(crate) use input::{ImportText, JsonBody, Key, QueryParams};
