//! The routes: which answer belongs to which path.

use std::collections::HashMap;

use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri,
        header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION},
    },
    response::Response,
};

use crate::{
    LoadError,
    asset::Asset,
    content_policy,
    fields::Fields,
    files::Files,
    headers::{Caching, TRANSPORT_SECURITY, everywhere},
    live, path,
    places::{CATCH_ALL, POST_NOT_FOUND, Place, asset, places},
    ready::Ready,
    validator::fingerprint,
};

/// One build of the site, ready to answer.
#[derive(Debug)]
pub(crate) struct Site {
    build: String,
    places: HashMap<String, Place>,
    unknown_page: Asset,
    unknown_post: Asset,
    missing_file: Asset,
    refused_method: Asset,
    moved: HeaderMap,
    live_script: Option<Asset>,
}

enum Found<'a> {
    Asset(&'a Asset),
    Moved(&'a str),
}

impl Site {
    /// Makes every answer of the site. `stamp` is the build's own name for itself; with `live`,
    /// pages follow new builds.
    pub(crate) fn new(files: &Files, stamp: &str, live: bool) -> Result<Self, LoadError> {
        let build = fingerprint(&[stamp.as_bytes()]);
        let missing = || Asset::sentence(StatusCode::NOT_FOUND, "Not found\n");
        let page = |path, status| match files.contents.get(path) {
            Some(content) => asset(files, path, content, status, live),
            None => missing(),
        };
        let mut moved = everywhere();
        let bare = HeaderValue::from_static(content_policy::BARE);
        moved.insert(CONTENT_SECURITY_POLICY, bare);
        // A kept redirect would outlive this server on an address that other programs use too.
        let checked = HeaderValue::from_static(Caching::Checked.value());
        moved.insert(CACHE_CONTROL, checked);

        Ok(Self {
            places: places(files, live)?,
            unknown_page: page(CATCH_ALL, StatusCode::OK)?,
            unknown_post: page(POST_NOT_FOUND, StatusCode::NOT_FOUND)?,
            missing_file: missing()?,
            refused_method: Asset::sentence(
                StatusCode::METHOD_NOT_ALLOWED,
                "This site answers GET and HEAD only\n",
            )?
            .with(ALLOW, HeaderValue::from_static("GET, HEAD")),
            moved,
            live_script: live.then(|| live::script(&build)).transpose()?,
            build,
        })
    }

    /// The same site with [`TRANSPORT_SECURITY`] on every answer.
    pub(crate) fn insisting_on_https(mut self) -> Self {
        let (name, value) = TRANSPORT_SECURITY;
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        let insisting = |asset: Asset| asset.with(name.clone(), value.clone());
        self.moved.insert(name.clone(), value.clone());
        Self {
            places: self
                .places
                .into_iter()
                .map(|(path, place)| (path, place.map(insisting)))
                .collect(),
            unknown_page: insisting(self.unknown_page),
            unknown_post: insisting(self.unknown_post),
            missing_file: insisting(self.missing_file),
            refused_method: insisting(self.refused_method),
            live_script: self.live_script.map(insisting),
            moved: self.moved,
            build: self.build,
        }
    }

    /// What names this build to an open page.
    pub(crate) fn build(&self) -> &str {
        &self.build
    }

    /// Whether pages follow new builds.
    pub(crate) fn is_live(&self) -> bool {
        self.live_script.is_some()
    }

    /// The answer to a request.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, request: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return self.refused_method.answer(request).response(method);
        }
        match self.find(uri.path()) {
            Found::Asset(asset) => asset.answer(request).response(method),
            Found::Moved(address) => self.redirect(address, uri.query()),
        }
    }

    /// The answer to GET for a page or file at exactly this path. `None` asks for a second look:
    /// [`answer`](Self::answer) knows what to say about any other path.
    pub(crate) fn at_once(&self, path: &str, request: &(impl Fields + ?Sized)) -> Option<&Ready> {
        match self.places.get(path)? {
            Place::Page(asset) | Place::File(asset) => Some(asset.answer(request)),
            Place::Moved(_) => None,
        }
    }

    fn find(&self, path: &str) -> Found<'_> {
        if let Some(place) = self.places.get(path) {
            return place.found();
        }
        if let Some(script) = self.live_script.as_ref().filter(|_| path == live::SCRIPT) {
            return Found::Asset(script);
        }
        let Some(path) = path::decode(path) else {
            return Found::Asset(&self.missing_file);
        };
        if let Some(place) = self.places.get(path.as_ref()) {
            return place.found();
        }
        if let Some((address, Place::Page(_))) =
            path.strip_suffix('/').and_then(|address| self.places.get_key_value(address))
        {
            return Found::Moved(address);
        }
        Found::Asset(self.not_there(&path))
    }

    /// The answer for a path where nothing is.
    fn not_there(&self, path: &str) -> &Asset {
        if names_a_post(path) {
            &self.unknown_post
        } else if path.starts_with("/assets/") || path::names_a_file(path) {
            &self.missing_file
        } else {
            &self.unknown_page
        }
    }

    /// Sends the client to one of the site's own addresses, with the query it came with.
    fn redirect(&self, address: &str, query: Option<&str>) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
        *response.headers_mut() = self.moved.clone();
        let address = path::encode(address);
        let with_query = query.map(|query| format!("{address}?{query}"));
        let location = HeaderValue::from_str(with_query.as_deref().unwrap_or(&address));
        if let Ok(location) = location.or_else(|_| HeaderValue::from_str(&address)) {
            response.headers_mut().insert(LOCATION, location);
        }
        response
    }
}

/// Whether a path is a post's: one segment below `/blog/`, with or without a slash at its end.
fn names_a_post(path: &str) -> bool {
    let slug = path.strip_prefix("/blog/").map(|slug| slug.strip_suffix('/').unwrap_or(slug));
    slug.is_some_and(|slug| !slug.is_empty() && !slug.contains('/'))
}

impl Place {
    fn found(&self) -> Found<'_> {
        match self {
            Self::Page(asset) | Self::File(asset) => Found::Asset(asset),
            Self::Moved(address) => Found::Moved(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;

    #[test]
    fn a_page_without_a_catch_all_answers_an_unknown_path_with_a_plain_404() {
        let files = Files {
            contents: [("index.html".to_owned(), Bytes::from_static(b"home"))].into(),
            image_hosts: Vec::new(),
        };
        let site = Site::new(&files, "1", false).unwrap();
        let unknown = Uri::from_static("/unknown");
        let response = site.answer(&Method::GET, &unknown, &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }
}
