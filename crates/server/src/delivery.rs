//! What goes out when something has happened: webhooks, text messages to referrers, and posts to gateways.

pub mod outbox;
pub mod public_addresses;
pub mod records;
pub mod routes;
pub mod sending;
pub mod signed_post;
pub mod sql;
pub mod webhooks;
