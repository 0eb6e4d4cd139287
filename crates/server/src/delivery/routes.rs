//! The routes of the interface.

pub mod notifications;
pub mod webhooks;
