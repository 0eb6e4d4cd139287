//! What the company writes: its name and offices, its services, its blog (specification, section 3).
//!
//! The shapes, the checks that make every page built from them work, and the reader of posts. The
//! program `generate` writes them as TypeScript. Build time only: nothing here is downloaded.

mod blog;
mod checks;
mod front_matter;
mod markdown;
mod services;
mod site;

pub use blog::{Block, Inline, Post, PostSummary};
pub use checks::{ANCHOR_MAX, ContentError, check_anchor, check_picture, check_slug};
pub use front_matter::read_post;
pub use services::{BackgroundColour, Colour, Icon, Offer, OfferCard, Service, Services};
pub use site::{Office, Programme, Site};
