//! Hosted mode: the built site with the referral programme's records on a server.
//!
//! [`app`] is a router for `/api` and, for all other paths, the site; [`operators`] is one for the
//! operators' pages, which are served at another address. Handlers read a request, call
//! the rules of `domain`, and store the result.
//!
//! **Architecture invariant:** this crate has no rules. A condition about the programme in a
//! handler is a rule written twice.
//!
//! **Architecture invariant:** every refusal is a [`Refusal`], and no answer repeats what was sent,
//! except for numbers and names in the rules' own words. A form that was sent without script comes
//! back with what was typed in it.
//!
//! **Architecture invariant:** the log never contains a number, code, name or token.

mod answer;
mod app;
mod audit;
mod cli;
mod client_ip;
mod clock;
mod cookies;
mod devices;
mod exports;
mod extract;
pub mod forwarding;
mod importing;
mod limits;
mod login_codes;
mod networks;
mod no_script_page;
pub mod observe;
mod openapi;
mod origin;
pub mod outbox;
mod passkeys;
mod public_addresses;
mod puzzles;
mod random;
mod readiness;
mod recovery;
mod refusal;
mod routes;
mod secret;
pub mod sending;
pub mod settings;
mod signed_post;
mod state;
pub mod sweeping;
mod totp;
mod webhooks;

pub use app::{app, document, interface, operators};
pub use cli::run;
pub use clock::Clock;
pub use cookies::Cookies;
pub use limits::Limits;
pub use networks::{BadNetworks, Networks};
pub use origin::Origin;
pub use random::NoRandomness;
pub use refusal::Refusal;
pub use secret::{Purpose, Secret};
pub use signed_post::{BadPost, PostError, SignedPost};
pub use state::{AppState, Dependencies};
pub use totp::{BadSecret, TotpKey};
pub use webhooks::WebhookPost;
