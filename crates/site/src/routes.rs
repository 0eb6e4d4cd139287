//! The routes of a build: the response for each path.

use std::collections::HashMap;

use axum::{
    body::{Body, Bytes},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode, Uri,
        header::{ALLOW, CACHE_CONTROL, InvalidHeaderValue, LOCATION},
    },
    response::Response,
};

use crate::{
    Config, LoadError,
    content_policy::{WORKER_POLICY, policy},
    etag::fingerprint,
    files::Files,
    headers::{Caching, DENY_ALL_POLICY, WORKER, security_headers},
    inline_text::inline_hashes,
    live, media_type, path,
    prepared::{Content, PreparedFile},
    problem,
};

/// The home page for unknown paths. Each language has its own in its folder.
pub(crate) const CATCH_ALL: &str = "catch-all.html";
/// The page of the console, which handles all paths below its own.
const CONSOLE: &str = "/console";
/// The page for an unknown post below `/blog/`. Languages that have posts have theirs.
pub(crate) const POST_NOT_FOUND: &str = "blog/post-not-found.html";
/// Files that are shown at other paths or that only static hosts read, in the folder of each
/// language. None is served at its own path.
const WITHOUT_ROUTE: [&str; 7] =
    [CATCH_ALL, POST_NOT_FOUND, "404.html", "404.txt", "blog/404.html", "_headers", "_redirects"];

/// A build of the site, with all its responses prepared.
#[derive(Debug)]
pub(crate) struct Routes {
    build: String,
    by_path: HashMap<String, Route>,
    /// For each language, the one without a folder last.
    unknown: Vec<Unknown>,
    missing_file: PreparedFile,
    refused_method: PreparedFile,
    redirect: HeaderMap,
}

/// The pages for unknown paths in one language.
#[derive(Debug)]
struct Unknown {
    /// What its paths start with, such as `/ar`.
    base: String,
    page: PreparedFile,
    /// The page for an unknown post, if it has posts.
    post: Option<PreparedFile>,
}

#[derive(Debug)]
enum Route {
    Page(PreparedFile),
    File(PreparedFile),
    /// Redirects to the path of a page.
    Redirect(String),
}

enum Found<'a> {
    File(&'a PreparedFile),
    Redirect(&'a str),
}

impl Routes {
    /// Prepares every response of a build. `stamp` is the text of `dist/.build`.
    pub(crate) fn new(files: &Files, stamp: &str, config: &Config) -> Result<Self, LoadError> {
        let build = fingerprint(&[stamp.as_bytes()]);
        let headers = security_headers(config.behind_https);
        let preparation = Preparation { files, live: config.live, headers: &headers };

        let mut by_path = preparation.routes()?;
        let mut scripts = Vec::new();
        if config.live {
            let mut script = live::script(&build);
            if config.problem.is_some() {
                script.push_str(problem::SOURCE);
                scripts.push((problem::SCRIPT, problem::SOURCE.to_owned()));
            }
            scripts.push((live::SCRIPT, script));
        }
        for (path, script) in scripts {
            let script = text("text/javascript; charset=utf-8", script);
            let script = Content { caching: Caching::NoStore, ..script };
            by_path.insert(path.to_owned(), Route::File(PreparedFile::new(script, &headers)?));
        }
        let mut refusing = headers.clone();
        refusing.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        let refused_method = Content {
            status: StatusCode::METHOD_NOT_ALLOWED,
            ..text(PLAIN_TEXT, "This site answers GET and HEAD only\n")
        };
        let mut redirect = headers.clone();
        // Otherwise browsers would remember the redirect longer than this server runs, for whatever
        // program uses the port next.
        redirect.insert(CACHE_CONTROL, HeaderValue::from_static(Caching::Revalidate.value()));

        Ok(Self {
            by_path,
            unknown: preparation.unknown()?,
            missing_file: preparation.missing()?,
            refused_method: PreparedFile::new(refused_method, &refusing)?,
            redirect,
            build,
        })
    }

    /// The name of this build for open pages.
    pub(crate) fn build(&self) -> &str {
        &self.build
    }

    /// What a file has in it, by its path.
    pub(crate) fn body(&self, path: &str) -> Option<&Bytes> {
        match self.by_path.get(path)? {
            Route::Page(file) | Route::File(file) => Some(file.body()),
            Route::Redirect(_) => None,
        }
    }

    /// The response to a request.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, request: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return self.refused_method.answer(request).for_method(method);
        }
        match self.find(uri.path()) {
            Found::File(file) => file.answer(request).for_method(method),
            Found::Redirect(path) => self.redirect(path, uri.query()),
        }
    }

    fn find(&self, path: &str) -> Found<'_> {
        let Some(path) = path::decode(path) else {
            return Found::File(&self.missing_file);
        };
        match self.by_path.get(path.as_ref()) {
            Some(Route::Page(file) | Route::File(file)) => return Found::File(file),
            Some(Route::Redirect(path)) => return Found::Redirect(path),
            None => {}
        }
        if let Some(Route::Page(console)) = self.by_path.get(CONSOLE)
            && path.strip_prefix(CONSOLE).is_some_and(|below| below.starts_with('/'))
        {
            return Found::File(console);
        }
        let without_slash =
            path.strip_suffix('/').and_then(|page| self.by_path.get_key_value(page));
        match without_slash {
            Some((page, Route::Page(_))) => Found::Redirect(page),
            _ => Found::File(self.not_found(&path)),
        }
    }

    /// The response for a path without a route.
    fn not_found(&self, path: &str) -> &PreparedFile {
        let in_language = |unknown: &&Unknown| {
            path.strip_prefix(&unknown.base)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let Some(Unknown { base, page, post }) = self.unknown.iter().find(in_language) else {
            return &self.missing_file;
        };
        let own = path.strip_prefix(base.as_str()).unwrap_or(path);
        match post {
            Some(post) if names_a_post(own) => post,
            _ if path.starts_with("/assets/") || path::names_a_file(path) => &self.missing_file,
            _ => page,
        }
    }

    /// Redirects to a path of the site, with the query of the request.
    fn redirect(&self, path: &str, query: Option<&str>) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
        *response.headers_mut() = self.redirect.clone();
        let path = path::encode(path);
        let with_query = query.map(|query| format!("{path}?{query}"));
        let location = HeaderValue::from_str(with_query.as_deref().unwrap_or(&path));
        if let Ok(location) = location.or_else(|_| HeaderValue::from_str(&path)) {
            response.headers_mut().insert(LOCATION, location);
        }
        response
    }
}

/// Whether a path is that of a post: one segment below `/blog/`, with or without a slash at the
/// end.
fn names_a_post(path: &str) -> bool {
    let slug = path.strip_prefix("/blog/").map(|slug| slug.strip_suffix('/').unwrap_or(slug));
    slug.is_some_and(|slug| !slug.is_empty() && !slug.contains('/'))
}

const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// A text that this server itself generates.
fn text(media_type: &'static str, text: impl Into<Bytes>) -> Content {
    Content {
        status: StatusCode::OK,
        media_type,
        caching: Caching::Revalidate,
        policy: DENY_ALL_POLICY.to_owned(),
        body: text.into(),
        brotli: None,
        gzip: None,
    }
}

/// Prepares files.
struct Preparation<'a> {
    files: &'a Files,
    live: bool,
    headers: &'a HeaderMap,
}

impl Preparation<'_> {
    /// The routes for every file; a page also gets one for its path without extension.
    fn routes(&self) -> Result<HashMap<String, Route>, InvalidHeaderValue> {
        let mut routes = HashMap::new();
        for (name, body) in &self.files.contents {
            if is_without_route(name) || is_compressed(name) {
                continue;
            }
            let gone = self.files.gone.contains(name);
            let status = if gone { StatusCode::GONE } else { StatusCode::OK };
            let file = self.file(name, body, status)?;
            if let Some(path) = page_path(name) {
                routes.insert(format!("/{name}"), Route::Redirect(path.clone()));
                routes.entry(path).or_insert(Route::Page(file));
            } else {
                routes.insert(format!("/{name}"), Route::File(file));
            }
        }
        Ok(routes)
    }

    fn file(
        &self,
        name: &str,
        body: &Bytes,
        status: StatusCode,
    ) -> Result<PreparedFile, InvalidHeaderValue> {
        let text = self.files.text(name);
        let live_page = text.filter(|_| self.live && name.ends_with(".html"));
        // A live page differs from its compressed forms.
        let compressed = |extension| {
            let compressed = self.files.contents.get(&format!("{name}.{extension}"));
            compressed.filter(|_| !self.live).cloned()
        };
        let caching = match Caching::of_file(name) {
            _ if status != StatusCode::OK => Caching::Revalidate,
            // A changed picture should appear in the page that reloads.
            Caching::OneHour if self.live => Caching::Revalidate,
            caching => caching,
        };
        let document = text.filter(|_| media_type::is_document(name));
        let content = Content {
            status,
            media_type: media_type::of(name),
            caching,
            policy: match document {
                Some(text) => policy(&inline_hashes(name, text), &self.files.image_hosts),
                None if name == WORKER => WORKER_POLICY.to_owned(),
                None => DENY_ALL_POLICY.to_owned(),
            },
            body: live_page
                .map_or_else(|| body.clone(), |page| live::with_script(page, live::SCRIPT).into()),
            brotli: compressed("br"),
            gzip: compressed("gz"),
        };
        PreparedFile::new(content, self.headers)
    }

    /// The pages for unknown paths in each language.
    fn unknown(&self) -> Result<Vec<Unknown>, InvalidHeaderValue> {
        let own = languages(self.files).into_iter().map(|language| {
            let post = format!("{language}/{POST_NOT_FOUND}");
            Ok(Unknown {
                base: format!("/{language}"),
                page: self.page_or_missing(&format!("{language}/{CATCH_ALL}"), StatusCode::OK)?,
                post: self.page(&post, StatusCode::NOT_FOUND)?,
            })
        });
        let first = Unknown {
            base: String::new(),
            page: self.page_or_missing(CATCH_ALL, StatusCode::OK)?,
            post: Some(self.page_or_missing(POST_NOT_FOUND, StatusCode::NOT_FOUND)?),
        };
        own.chain([Ok(first)]).collect()
    }

    fn page_or_missing(
        &self,
        name: &str,
        status: StatusCode,
    ) -> Result<PreparedFile, InvalidHeaderValue> {
        self.page(name, status)?.map_or_else(|| self.missing(), Ok)
    }

    fn page(
        &self,
        name: &str,
        status: StatusCode,
    ) -> Result<Option<PreparedFile>, InvalidHeaderValue> {
        let body = self.files.contents.get(name);
        body.map(|body| self.file(name, body, status)).transpose()
    }

    fn missing(&self) -> Result<PreparedFile, InvalidHeaderValue> {
        let content = Content { status: StatusCode::NOT_FOUND, ..text(PLAIN_TEXT, "Not found\n") };
        PreparedFile::new(content, self.headers)
    }
}

/// The folders of languages, such as `ar`: those with a page for unknown paths.
pub(crate) fn languages(files: &Files) -> Vec<&str> {
    let folders = files.contents.keys().filter_map(|name| name.split_once('/'));
    folders
        .filter(|(folder, name)| is_language(folder) && *name == CATCH_ALL)
        .map(|it| it.0)
        .collect()
}

/// Whether a file has no route of its own, in whichever language.
pub(crate) fn is_without_route(name: &str) -> bool {
    let own = name.split_once('/').filter(|(folder, _)| is_language(folder));
    WITHOUT_ROUTE.contains(&own.map_or(name, |(_, rest)| rest))
}

/// Whether this may be the folder of a language: its code (ISO 639-1).
fn is_language(folder: &str) -> bool {
    folder.len() == 2 && folder.bytes().all(|letter| letter.is_ascii_lowercase())
}

/// The path of an HTML file: `/` for `index.html`, `/blog/a` for `blog/a.html`.
fn page_path(name: &str) -> Option<String> {
    let stem = name.strip_suffix(".html")?;
    let path = match stem.strip_suffix("index") {
        Some("") => "",
        Some(folder) => folder.strip_suffix('/').unwrap_or(stem),
        None => stem,
    };
    Some(format!("/{path}"))
}

/// Whether the file is a compressed form of another.
pub(crate) fn is_compressed(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_have_clean_paths() {
        let path = |name| page_path(name);
        assert_eq!(path("index.html").as_deref(), Some("/"));
        assert_eq!(path("services.html").as_deref(), Some("/services"));
        assert_eq!(path("blog/a-post.html").as_deref(), Some("/blog/a-post"));
        assert_eq!(path("docs/index.html").as_deref(), Some("/docs"));
        assert_eq!(path("blog/the-index.html").as_deref(), Some("/blog/the-index"));
        assert_eq!(path("feed.xml"), None);
    }
}
