//! The editor of the content (Sveltia CMS) at `/edit`, beside the site: for `cargo xtask dev --edit`,
//! and as a folder for a host of static files.
//!
//! No page of the site leads there. The editor has a policy of its own, because it writes styles into
//! its document. What it would fetch from other hosts (a status page, its newest version, fonts, stock
//! photographs) is refused; where the files are on a Git host, that host alone is allowed.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    Router,
    extract::State,
    http::{
        HeaderValue, Method, StatusCode, Uri,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::{IntoResponse, Redirect, Response},
    routing::any,
};

use crate::{
    LoadError, Site,
    builds::router,
    headers::{Caching, SECURITY_HEADERS, TRANSPORT_SECURITY, security_headers},
    live::with_script,
    media_type, path, problem,
};

/// The address of the editor.
const ADDRESS: &str = "/edit";
/// The folder of its files.
const FOLDER: &str = "/edit/";
/// Its page.
const PAGE: &str = "index.html";

/// The policy of the editor's page. `host` is where the editor reads and writes the files, such as
/// `https://api.github.com`; without one, it opens a folder of the machine.
#[must_use]
pub fn policy(host: Option<&str>) -> String {
    let host = host.map(|host| [" ", host].concat()).unwrap_or_default();
    [
        "default-src 'none'",
        // WebAssembly makes photographs smaller.
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' blob: data:",
        "media-src blob:",
        "font-src 'self'",
        &format!("connect-src 'self' blob: data:{host}"),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    .join("; ")
}

/// The site with the editor at `/edit`, from a folder. Its files are those that are there now, with the
/// content that they have when they are asked for. If the site shows what is wrong with what was saved,
/// the editor shows it too.
///
/// # Errors
///
/// [`LoadError`] if the folder cannot be read.
pub fn beside(site: &Site, folder: &Path) -> Result<Router, LoadError> {
    let mut names = BTreeSet::new();
    list(folder, "", &mut names)
        .map_err(|source| LoadError::Read { path: folder.to_owned(), source })?;
    let editor = Editor { folder: folder.to_owned(), names, shows_problems: site.shows_problems() };
    let below = Router::new()
        .route(ADDRESS, any(answer))
        .route(FOLDER, any(answer))
        .route(&[FOLDER, "{*path}"].concat(), any(answer))
        .with_state(Arc::new(editor));
    Ok(below.fallback_service(router(site)))
}

/// Writes `_headers` into the folder, with which a host of static files serves the editor.
///
/// # Errors
///
/// [`LoadError`] if the file cannot be written.
pub fn write_headers(folder: &Path, host: Option<&str>) -> Result<PathBuf, LoadError> {
    let policy = policy(host);
    let lines = SECURITY_HEADERS
        .into_iter()
        .chain([TRANSPORT_SECURITY, ("content-security-policy", policy.as_str())])
        .map(|(name, value)| format!("  {name}: {value}\n"));
    let path = folder.join("_headers");
    let text = ["/*\n".to_owned()].into_iter().chain(lines).collect::<String>();
    fs::write(&path, text).map_err(|source| LoadError::Write { path: path.clone(), source })?;
    Ok(path)
}

struct Editor {
    folder: PathBuf,
    /// The files, by their path from the folder.
    names: BTreeSet<String>,
    shows_problems: bool,
}

async fn answer(State(editor): State<Arc<Editor>>, method: Method, uri: Uri) -> Response {
    let mut response = editor.response(&method, &uri).await;
    let headers = response.headers_mut();
    for (name, value) in &security_headers(false) {
        // The page has its own policy.
        headers.entry(name).or_insert_with(|| value.clone());
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(Caching::Revalidate.value()));
    response
}

impl Editor {
    async fn response(&self, method: &Method, uri: &Uri) -> Response {
        if ![Method::GET, Method::HEAD].contains(method) {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = path::decode(uri.path());
        let Some(below) = path.as_deref().and_then(|path| path.strip_prefix(ADDRESS)) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let name = match below {
            // Its page names its files from its folder.
            "" => return Redirect::temporary(FOLDER).into_response(),
            "/" => PAGE,
            below => below.trim_start_matches('/'),
        };
        let Some(name) = self.names.get(name) else { return StatusCode::NOT_FOUND.into_response() };
        let Ok(mut bytes) = tokio::fs::read(self.folder.join(name)).await else {
            return StatusCode::NOT_FOUND.into_response();
        };
        if name == PAGE && self.shows_problems {
            let page = String::from_utf8_lossy(&bytes);
            bytes = with_script(&page, problem::SCRIPT).into_bytes();
        }
        let kind = HeaderValue::from_static(media_type::of(name));
        let mut response = ([(CONTENT_TYPE, kind)], bytes).into_response();
        if let (PAGE, Ok(policy)) = (name.as_str(), HeaderValue::from_str(&policy(None))) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}

/// Adds the files below a folder.
fn list(folder: &Path, below: &str, names: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(folder, &[&name, "/"].concat(), names)?;
        } else {
            names.insert(name);
        }
    }
    Ok(())
}
