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

pub mod app;
pub mod audit;
pub mod cli;
pub mod clock;
pub mod db;
pub mod delivery;
pub mod http;
pub mod login;
pub mod messages;
pub mod observe;
pub mod privacy;
pub mod random;
pub mod referrals;
pub mod reports;
pub mod secret;
pub mod settings;
pub mod staff;
pub mod state;
pub mod transfer;

pub use crate::app::{app, document, interface, operators};
pub use crate::cli::run;
pub use crate::clock::Clock;
pub use crate::delivery::signed_post::{BadPost, PostError, SignedPost};
pub use crate::delivery::webhooks::WebhookPost;
pub use crate::http::cookies::Cookies;
pub use crate::http::limits::Limits;
pub use crate::http::networks::{BadNetworks, Networks};
pub use crate::http::origin::Origin;
pub use crate::http::refusal::Refusal;
pub use crate::login::totp::{BadSecret, TotpKey};
pub use crate::random::NoRandomness;
pub use crate::secret::{Purpose, Secret};
pub use crate::state::{AppState, Dependencies};
