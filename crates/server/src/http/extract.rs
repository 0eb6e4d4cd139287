//! Extractors for handlers. Each refuses in the words of the rules and never repeats what it was
//! sent.

mod api_token;
mod caller;
mod client_ip;
mod current;
mod idempotency_key;
mod input;

pub(crate) use crate::http::extract::api_token::{PREFIX, without_origin};
pub(crate) use crate::http::extract::caller::{Caller, staff};
pub(crate) use crate::http::extract::client_ip::KnownClientIp;
pub(crate) use crate::http::extract::current::{
    Authorized, Award, Current, EXPECTED_USER, GUEST, Handle, Read, Records, Settings,
};
pub(crate) use crate::http::extract::idempotency_key::IdempotencyKey;
pub(crate) use crate::http::extract::input::{ImportText, JsonBody, Key, QueryParams};
