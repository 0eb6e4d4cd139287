//! What pages and server send each other, and the rules that only a server needs: real one-time
//! codes, sessions, the second factor, several editors. The TypeScript types in `bindings/` and the
//! OpenAPI document are generated from these types.
//!
//! Browser mode uses nothing of this crate, so it is not part of the visitor's download.

#![forbid(unsafe_code)]

mod access;
mod audit;
mod commands;
mod config;
mod delivery;
mod done;
mod duplicates;
mod erasure;
mod inbox;
mod leaderboard;
mod lengths;
mod limits;
mod links;
mod login;
mod messages;
mod named;
mod notices;
mod notifications;
mod one_time_code;
mod own_name;
mod person_page;
mod problem;
mod programme;
mod progress;
mod redemptions;
mod referrals;
mod referrers;
mod rejection;
mod reports;
mod rewards;
mod sees;
mod session;
mod shared_pages;
mod spreadsheets;
mod staff;
mod statement;
mod templates;
mod tokens;
mod views;
mod webhooks;

pub use access::*;
pub use audit::*;
pub use commands::*;
pub use config::*;
pub use delivery::*;
pub use done::*;
pub use duplicates::*;
pub use erasure::*;
pub use inbox::*;
pub use leaderboard::*;
pub use lengths::*;
pub use limits::*;
pub use links::*;
pub use login::*;
pub use messages::*;
pub use notices::*;
pub use notifications::*;
pub use one_time_code::*;
pub use own_name::*;
pub use person_page::*;
pub use problem::*;
pub use programme::*;
pub use progress::*;
pub use redemptions::*;
pub use referrals::*;
pub use referrers::*;
pub use rejection::*;
pub use reports::*;
pub use rewards::*;
pub use sees::*;
pub use session::*;
pub use shared_pages::*;
pub use spreadsheets::*;
pub use staff::*;
pub use statement::*;
pub use templates::*;
pub use tokens::*;
pub use views::*;
pub use webhooks::*;
