//! What the company writes: name and offices, services, blog (specification, section 3), and pages
//! of text.
//!
//! This crate has the types, the checks and the reader of posts. The program `generate` writes them
//! as TypeScript. It is used at build time only; nothing of it is downloaded.

mod blog;
mod checks;
mod front_matter;
mod markdown;
mod pages;
mod reading;
mod services;
mod site;

pub use blog::{Block, Inline, Post, PostSummary, related};
pub use checks::{ANCHOR_MAX, ContentError, check_anchor, check_page, check_picture, check_slug};
pub use front_matter::read_post;
pub use pages::{Question, ServicePage, TextPage, TextPageLink, read_service_page, read_text_page};
pub use services::{BackgroundColour, Colour, Icon, Offer, OfferCard, Service, Services};
pub use site::{Day, Office, OpeningHours, Programme, Site};
