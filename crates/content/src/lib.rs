//! What the company writes: name and offices, services, blog (specification, section 3), pages of
//! text, vacancies, courses and cases.
//!
//! This crate has the types, the checks and the reader of posts. The program `generate` writes them
//! as TypeScript. It is used at build time only; nothing of it is downloaded.

mod blog;
mod cases;
mod checks;
mod courses;
mod drawing;
mod editor;
mod front_matter;
mod languages;
mod markdown;
mod money;
mod pages;
mod pictures;
mod reading;
mod services;
mod site;
mod translation;
mod vacancies;
mod words;

pub use blog::{Block, Inline, Post, PostSummary, related};
pub use cases::{CaseStudy, Quotation, read_case};
pub use checks::{ANCHOR_MAX, ContentError, check_anchor, check_page, check_picture, check_slug};
pub use courses::{Course, CourseDate, Price, read_course};
pub use editor::{Hosting, editor_config};
pub use front_matter::read_post;
pub use languages::{Language, ORIGINAL, read_languages};
pub use pages::{TextPage, TextPageLink, read_text_page};
pub use pictures::{PICTURE_MAX_BYTES, PICTURE_TYPES, PictureSize, Pictures};
pub use services::{
    BackgroundColour, Colour, Icon, Offer, OfferCard, Question, Service, ServiceFile, ServicePage,
    read_service,
};
pub use site::{About, Day, Leader, Office, OpeningHours, Programme, Registration, Site};
pub use translation::{State, merged, origin_of, share_anchors, stamped};
pub use vacancies::{Pay, PayPeriod, Vacancy, VacancyKind, read_vacancy};
pub use words::{Catalogue, Kind, Plurals, camel};
