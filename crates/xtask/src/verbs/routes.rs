//! The routes of the site.

use std::path::Path;

use crate::failure::Failure;
use crate::verbs::check::budgets::files_below;

/// Files that answer for others, and are no route.
const ANSWERS: [&str; 4] = ["404", "catch-all", "blog/404", "blog/post-not-found"];

/// Every route that has a page of its own, but of the posts only the first: they are alike.
pub(super) fn of(dist: &Path) -> Result<Vec<String>, Failure> {
    let mut post_seen = false;
    let files = files_below(dist)?;
    let pages = files.iter().filter_map(|file| file.strip_suffix(".html"));
    let routes = pages.filter(|page| !ANSWERS.contains(page)).filter(|page| {
        let is_another_post = page.starts_with("blog/") && post_seen;
        post_seen |= page.starts_with("blog/");
        !is_another_post
    });
    let mut routes: Vec<_> = routes.map(address).collect();
    routes.sort();
    Ok(routes)
}

fn address(page: &str) -> String {
    format!("/{}", if page == "index" { "" } else { page })
}
