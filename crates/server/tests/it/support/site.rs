//! Browsers without script, and what the pages show that a server fills in.

use super::{Browser, TestApp};
use crate::frames::{FRAMES, site_of};

/// A browser without script at a site that has these pages in place of its own.
pub(crate) fn with_site(app: &TestApp, pages: &[(&str, &str)]) -> Browser {
    Browser::new(server::app(app.state.clone(), &site_of(pages)))
        .with("content-type", "application/x-www-form-urlencoded")
}

/// The same with all frames.
pub(crate) fn with_frames(app: &TestApp) -> Browser {
    with_site(app, FRAMES)
}

/// Whether a page shows this place.
pub(crate) fn shows(page: &str, place: &str) -> bool {
    page.contains(&format!(" data-place=\"{place}\">"))
}

/// The value of a hidden field.
pub(crate) fn hidden(page: &str, name: &str) -> String {
    let field = page.split("<input value=\"").find(|it| it.contains(&format!("name=\"{name}\"")));
    field.unwrap().split('"').next().unwrap().to_owned()
}
