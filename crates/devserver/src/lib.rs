//! Serves the built site from memory, under its real headers.
//!
//! The whole `dist` folder is read once into ready-made answers and read again when a build
//! changes `dist/.build`. No request ever opens a file, so no path can lead out of the site.
//!
//! ```no_run
//! # fn main() -> Result<(), devserver::LoadError> {
//! let dist = "web/dist".into();
//! let overlay = Vec::new();
//! let config = devserver::Config { dist, live: false, behind_https: false, overlay };
//! let (sites, follower) = devserver::open(&config)?;
//! let app = devserver::router(&sites); // Call it, nest it, or pass it to `serve::serve`.
//! # drop((app, follower));
//! # Ok(())
//! # }
//! ```
//!
//! Reading order: [`open`] and [`Follower`] (`sites`), [`router`] (`answer`), then `site` for
//! the routes, `places` for the addresses, `asset` for one file's answers and [`headers`] for the
//! one header table. [`serve`] puts all of it on a socket, with the `express` lane in front.

mod answer;
mod asset;
mod content_policy;
mod error;
mod express;
mod fields;
mod files;
pub mod headers;
mod image_hosts;
mod inline_text;
mod live;
mod media_type;
mod negotiation;
mod path;
mod places;
mod ready;
pub mod serve;
mod site;
mod sites;
pub mod static_hosts;
mod validator;

pub use answer::router;
pub use error::LoadError;
pub use sites::{Config, Follower, Refresh, Sites, open};
