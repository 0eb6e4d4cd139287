//! What tests and trials start and drive a hosted server with: the program as a process, a
//! PostgreSQL server, visitors, their security key and app, and a program that receives posts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "it is for tests, which end there")]

mod authenticator;
pub mod postgres;
mod puzzle;
mod receiver;
mod server;
mod visitor;

pub use authenticator::Authenticator;
pub use puzzle::proof;
pub use receiver::{Posted, Receiver};
pub use server::{Server, Setup, UNLIMITED, free_port};
pub use visitor::{ADMIN, ADMIN_TOTP_SECRET, Answer, Visitor, draft, hire, second_factor};
