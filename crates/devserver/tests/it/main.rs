//! The server as its visitors meet it: through the router, and once through a real socket.

#![cfg(test)]

mod caching;
mod lanes;
mod live;
mod odd_paths;
mod pages;
mod program;
mod running;
mod security;
mod support;
