//! Serves the built site from memory, with its real headers.
//!
//! The `dist` folder is read once and every response is prepared. It is read again after a new
//! build, which changes `dist/.build`, and on the days on which something goes by itself, such as a
//! vacancy (`dist/.from`). Requests never open files, so that no path can lead out of
//! the site.
//!
//! ```no_run
//! # fn main() -> Result<(), site::LoadError> {
//! let dist = "web/dist".into();
//! let (site, watcher) = site::open(&site::Config::of(dist))?;
//! let app = site::router(&site); // Call it, nest it, or pass it to `serve::serve`.
//! # drop((app, watcher));
//! # Ok(())
//! # }
//! ```
//!
//! Reading order: `builds` ([`open`], [`Site`], [`BuildWatcher`]), `routes` for the paths,
//! `prepared` for one file's responses, [`headers`] for the header table, and [`serve`] for the
//! socket and its time limits.

mod builds;
mod clock;
mod content_policy;
pub mod editor;
mod error;
mod etag;
mod files;
pub mod headers;
mod inline_text;
mod live;
mod media_type;
mod negotiation;
mod path;
mod prepared;
mod problem;
mod routes;
pub mod serve;
pub mod static_hosts;

pub use builds::{BuildWatcher, Config, Refresh, Site, open, router};
pub use clock::Clock;
pub use error::LoadError;
