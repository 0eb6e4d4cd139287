//! The addresses of the site's files, and each file's answers.

use std::collections::HashMap;

use axum::{
    body::Bytes,
    http::{StatusCode, header::InvalidHeaderValue},
};

use crate::{
    asset::{Asset, Parts},
    content_policy,
    files::Files,
    headers::Caching,
    inline_text, live, media_type,
};

/// Home's content for any path that is not a page.
pub(crate) const CATCH_ALL: &str = "catch-all.html";
/// For an address below `/blog/` that is no post.
pub(crate) const POST_NOT_FOUND: &str = "blog/post-not-found.html";
/// Files that answer for others, or that only a static host reads: none has an address.
pub(crate) const WITHOUT_ADDRESS: [&str; 7] =
    [CATCH_ALL, POST_NOT_FOUND, "404.html", "404.txt", "blog/404.html", "_headers", "_redirects"];

/// What is at an address.
#[derive(Debug)]
pub(crate) enum Place {
    Page(Asset),
    File(Asset),
    /// The old address of a page, which is at this clean one.
    Moved(String),
}

impl Place {
    /// The same place with another asset, if it has one.
    pub(crate) fn map(self, change: impl FnOnce(Asset) -> Asset) -> Self {
        match self {
            Self::Page(asset) => Self::Page(change(asset)),
            Self::File(asset) => Self::File(change(asset)),
            Self::Moved(address) => Self::Moved(address),
        }
    }
}

/// Every address of the site. A page is at its clean address, and its file name leads there.
pub(crate) fn places(
    files: &Files,
    live: bool,
) -> Result<HashMap<String, Place>, InvalidHeaderValue> {
    let mut places = HashMap::new();
    for (path, content) in &files.contents {
        if WITHOUT_ADDRESS.contains(&path.as_str()) || is_variant(path) {
            continue;
        }
        let asset = asset(files, path, content, StatusCode::OK, live)?;
        if let Some(address) = page_address(path) {
            places.insert(format!("/{path}"), Place::Moved(address.clone()));
            places.entry(address).or_insert(Place::Page(asset));
        } else {
            places.insert(format!("/{path}"), Place::File(asset));
        }
    }
    Ok(places)
}

/// The clean address of an HTML file: `/` for `index.html`, `/blog/a` for `blog/a.html`.
fn page_address(path: &str) -> Option<String> {
    let name = path.strip_suffix(".html")?;
    let address = match name.strip_suffix("index") {
        Some("") => "",
        Some(folder) => folder.strip_suffix('/').unwrap_or(name),
        None => name,
    };
    Some(format!("/{address}"))
}

/// Whether the file is a compressed form of another.
pub(crate) fn is_variant(path: &str) -> bool {
    path.ends_with(".br") || path.ends_with(".gz")
}

/// One file's answers, with this status.
pub(crate) fn asset(
    files: &Files,
    path: &str,
    content: &Bytes,
    status: StatusCode,
    live: bool,
) -> Result<Asset, InvalidHeaderValue> {
    let is_page = path.ends_with(".html");
    let content = match files.text(path).filter(|_| live && is_page) {
        Some(page) => live::with_script(page).into(),
        None => content.clone(),
    };
    // A live page differs from what was compressed.
    let variant = |extension| {
        let variant = files.contents.get(&format!("{path}.{extension}"));
        variant.filter(|_| !live).cloned()
    };
    let caching = match Caching::of_file(path) {
        // Whoever changes a picture wants to see it in the page that reloads.
        Caching::Hour if live => Caching::Checked,
        caching => caching,
    };
    Asset::new(Parts {
        status,
        media_type: media_type::of(path),
        caching: if status == StatusCode::OK { caching } else { Caching::Checked },
        policy: policy(files, path),
        brotli: variant("br"),
        gzip: variant("gz"),
        content,
    })
}

fn policy(files: &Files, path: &str) -> String {
    match files.text(path).filter(|_| media_type::is_document(path)) {
        Some(text) => content_policy::policy(&inline_text::needs_of(text), &files.image_hosts),
        None => content_policy::BARE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_clean_addresses_and_other_files_have_none() {
        let address = |path| page_address(path);
        assert_eq!(address("index.html").as_deref(), Some("/"));
        assert_eq!(address("services.html").as_deref(), Some("/services"));
        assert_eq!(address("blog/a-post.html").as_deref(), Some("/blog/a-post"));
        assert_eq!(address("docs/index.html").as_deref(), Some("/docs"));
        assert_eq!(address("blog/the-index.html").as_deref(), Some("/blog/the-index"));
        assert_eq!(address("feed.xml"), None);
    }
}
