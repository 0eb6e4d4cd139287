//! The site as its visitors meet it: through the router, and through connections that keep it waiting.

#![cfg(test)]

mod caching;
mod live;
mod odd_paths;
mod pages;
mod security;
mod support;
mod timeouts;
