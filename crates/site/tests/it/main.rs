//! The site through the router, and through slow connections.

#![cfg(test)]

mod caching;
mod closing;
mod editor;
mod live;
mod odd_paths;
mod pages;
mod security;
mod support;
mod timeouts;
mod worker_removal;
