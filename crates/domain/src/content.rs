//! What the company edits: its name and offices, its services, its blog (specification, section 3).
//!
//! The shapes, and the rules that a text must keep so that every page built from it works. The
//! files are read by the chore that generates the site's content.

mod blog;
mod rules;
mod services;
mod site;

pub use blog::{Block, Inline, Post, PostSummary};
pub use rules::{ANCHOR_MAX, ContentError, check_anchor, check_picture, check_slug};
pub use services::{BackgroundColour, Colour, Icon, Offer, OfferCard, Service, Services};
pub use site::{Office, Programme, Site};
