//! `devserver --write-headers`: files with which a static host answers as this server does.
//!
//! | File | Read by | For |
//! |---|---|---|
//! | `_headers` | Netlify, Cloudflare Pages | the header table, and how long files may be kept |
//! | `_redirects` | Netlify | the catch-all, unknown posts, missing files |
//! | `404.txt` | Netlify, through `_redirects` | the plain answer for a missing file |
//! | `blog/404.html` | Cloudflare Pages | unknown posts: it takes the nearest `404.html` |
//!
//! Three facts shape these files:
//!
//! - **One policy for all paths.** Both hosts apply every rule that matches a path and join the
//!   values of a header that is set twice. The catch-all's rule can only be `/*`, which matches
//!   all pages too, and two joined policies forbid what either of them forbids. So `/*` has one
//!   policy with the hashes of all pages. Each is the hash of a text of our own, so that together
//!   they allow nothing of anybody else's. For the same reason `Cache-Control` is set only for
//!   files; for pages both hosts say `public, max-age=0, must-revalidate`, which means `no-cache`.
//! - **`_redirects` must not reach Cloudflare Pages**, which rewrites even where a file exists:
//!   `/* /catch-all.html 200` would hide the whole site. It skips lines of more than three
//!   words, and Netlify allows a comment at a line's end, so each rule has one.
//! - Cloudflare Pages cannot show a page for unknown paths with status 200 without hiding files.
//!   It shows `404.html`, which is the same page, with status 404.
//!
//! Neither host can distinguish a missing file in the root from an unknown page, so `/missing.png`
//! is answered like `/missing`.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use chrono::NaiveDate;

use crate::{
    LoadError,
    content_policy::{InlineHashes, policy},
    files::Files,
    headers::{Caching, SECURITY_HEADERS, TRANSPORT_SECURITY},
    inline_text::inline_hashes,
    media_type,
    routes::{CATCH_ALL, POST_NOT_FOUND, is_compressed, is_without_route, languages},
};

/// Cloudflare Pages ignores longer lines of `_headers`.
const LINE_LIMIT: usize = 2000;
/// Cloudflare Pages ignores further rules of `_headers`.
const RULE_LIMIT: usize = 100;

/// The written files, and what a host would not accept.
#[derive(Debug)]
pub struct Written {
    /// The files, in the given folder.
    pub files: Vec<PathBuf>,
    /// Warnings about what a host would ignore.
    pub warnings: Vec<String>,
}

/// Writes the files into a built site.
///
/// # Errors
///
/// [`LoadError`] if the site cannot be read or written to.
pub fn write(dist: &Path) -> Result<Written, LoadError> {
    // As it was built: such a host knows no days.
    let files = Files::read(dist, false, NaiveDate::MIN)?;
    let headers = headers(&files);
    let warnings = warnings(&headers);
    let mut outputs = vec![
        ("_headers".to_owned(), headers.into_bytes()),
        ("_redirects".to_owned(), redirects(&files).into_bytes()),
        ("404.txt".to_owned(), b"Not found\n".to_vec()),
    ];
    let folders = languages(&files).into_iter().map(|language| format!("{language}/"));
    let unknown_posts: Vec<_> = folders
        .chain([String::new()])
        .filter_map(|folder| {
            let page = files.contents.get(&format!("{folder}{POST_NOT_FOUND}"))?;
            Some((format!("{folder}blog/404.html"), page.to_vec()))
        })
        .collect();
    outputs.extend(unknown_posts);
    let mut written = Vec::new();
    for (name, content) in outputs {
        let path = dist.join(name);
        fs::write(&path, content).map_err(|source| unwritable(&path, source))?;
        written.push(path);
    }
    Ok(Written { files: written, warnings })
}

fn unwritable(path: &Path, source: io::Error) -> LoadError {
    let path = path.to_owned();
    LoadError::Write { path, source }
}

fn headers(files: &Files) -> String {
    let policy = policy(&all_inline_hashes(files), &files.image_hosts);
    let headers = [("content-security-policy", policy.as_str()), TRANSPORT_SECURITY]
        .into_iter()
        .chain(SECURITY_HEADERS);

    let mut text = String::from(
        "# Written by `devserver --write-headers` from its header table; changes here are lost.\n/*\n",
    );
    for (name, value) in headers {
        text += &format!("  {}: {value}\n", title_case(name));
    }
    for (rule, caching) in caching_rules(files) {
        text += &format!("{rule}\n  Cache-Control: {}\n", caching.value());
    }
    text
}

/// The hashes of all documents, including those without a route, because hosts show them at other
/// paths.
fn all_inline_hashes(files: &Files) -> InlineHashes {
    let mut all = InlineHashes::default();
    let documents = files.contents.keys().filter(|name| media_type::is_document(name));
    let texts = documents.filter_map(|name| Some((name, files.text(name)?)));
    for hashes in texts.map(|(name, text)| inline_hashes(name, text)) {
        all.scripts.extend(hashes.scripts);
        all.styles.extend(hashes.styles);
    }
    all
}

/// A rule for each folder without pages and for each file beside the pages. No path matches two
/// rules.
fn caching_rules(files: &Files) -> Vec<(String, Caching)> {
    let folders = folders_without_pages(files);
    let in_folders = folders
        .iter()
        .map(|folder| (format!("/{folder}/*"), Caching::of_file(&format!("{folder}/"))));
    let beside_pages = with_route(files)
        .filter(|path| !is_page(path) && !folders.contains(top_folder(path).unwrap_or_default()))
        .map(|path| (format!("/{path}"), Caching::of_file(path)));
    in_folders.chain(beside_pages).collect()
}

fn redirects(files: &Files) -> String {
    let mut text = String::from(
        "# Written by `devserver --write-headers`; changes here are lost. For Netlify. The comment\n\
         # at each rule's end makes Cloudflare Pages skip it, where it would hide files.\n",
    );
    for folder in folders_without_pages(files) {
        text += &format!("/{folder}/* /404.txt 404 # a missing file\n");
    }
    let folders = languages(files).into_iter().map(|language| format!("{language}/"));
    // The rules of the language without a folder match the paths of all others, so they are last.
    for folder in folders.chain([String::new()]) {
        for (rule, page, status, comment) in [
            ("blog/:slug", POST_NOT_FOUND, 404, "an unknown post"),
            ("*", CATCH_ALL, 200, "any other path"),
        ] {
            let page = format!("{folder}{page}");
            if files.contents.contains_key(&page) {
                text += &format!("/{folder}{rule} /{page} {status} # {comment}\n");
            }
        }
    }
    text
}

fn folders_without_pages(files: &Files) -> BTreeSet<&str> {
    let with_pages: BTreeSet<_> =
        names(files).filter(|path| is_page(path)).filter_map(top_folder).collect();
    let all = with_route(files).filter_map(top_folder);
    all.filter(|folder| !with_pages.contains(folder)).collect()
}

fn with_route(files: &Files) -> impl Iterator<Item = &str> {
    names(files).filter(|name| !is_without_route(name) && !is_compressed(name))
}

fn names(files: &Files) -> impl Iterator<Item = &str> {
    files.contents.keys().map(String::as_str)
}

fn is_page(path: &str) -> bool {
    path.ends_with(".html")
}

fn top_folder(path: &str) -> Option<&str> {
    path.split_once('/').map(|(folder, _)| folder)
}

fn warnings(headers: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    let longest = headers.lines().map(str::len).max().unwrap_or(0);
    if longest > LINE_LIMIT {
        warnings.push(format!(
            "a line of _headers has {longest} characters; Cloudflare Pages ignores those over \
             {LINE_LIMIT}. Let pages share their inline styles, so that there are fewer hashes"
        ));
    }
    let rules = headers.lines().filter(|line| line.starts_with('/')).count();
    if rules > RULE_LIMIT {
        warnings.push(format!(
            "_headers has {rules} rules; Cloudflare Pages ignores those after {RULE_LIMIT}. \
             Move files from the site's root into folders"
        ));
    }
    warnings
}

/// `X-Frame-Options` for `x-frame-options`, as people write it.
fn title_case(name: &str) -> String {
    let mut upper = true;
    name.chars()
        .map(|letter| {
            let letter = if upper { letter.to_ascii_uppercase() } else { letter };
            upper = letter == '-';
            letter
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;

    fn files(contents: &[(&str, &str)]) -> Files {
        let contents = contents
            .iter()
            .map(|(path, text)| ((*path).to_owned(), Bytes::copy_from_slice(text.as_bytes())))
            .collect();
        let image_hosts = vec!["https://images.example".to_owned()];
        Files { contents, image_hosts, ..Files::default() }
    }

    fn site() -> Files {
        files(&[
            ("index.html", "<style>a{}</style>"),
            ("catch-all.html", "<style>b{}</style>"),
            ("blog.html", ""),
            ("blog/a.html", ""),
            ("blog/picture.png", ""),
            ("blog/post-not-found.html", "<script>go()</script>"),
            ("assets/app-1.js", ""),
            ("assets/app-1.js.br", ""),
            ("pictures/a.svg", ""),
            ("feed.xml", ""),
            ("ar.html", ""),
            ("ar/blog/a.html", ""),
            ("ar/blog/post-not-found.html", ""),
            ("ar/catch-all.html", ""),
        ])
    }

    #[test]
    fn one_policy_allows_the_inline_text_of_every_page() {
        let text = headers(&site());
        let policies: Vec<_> =
            text.lines().filter(|line| line.contains("Content-Security-Policy: ")).collect();
        assert_eq!(policies.len(), 1);
        assert_eq!(policies[0].matches("'sha256-").count(), 3);
        assert!(policies[0].contains("img-src 'self' data: https://images.example;"));
    }

    #[test]
    fn every_header_of_the_table_is_sent_with_strict_transport_security() {
        let text = headers(&site());
        for (name, value) in SECURITY_HEADERS.into_iter().chain([TRANSPORT_SECURITY]) {
            let line = format!("\n  {}: {value}\n", title_case(name));
            assert_eq!(text.matches(&line).count(), 1, "{line}");
        }
    }

    #[test]
    fn files_have_caching_rules_that_never_overlap_and_pages_have_none() {
        let text = headers(&site());
        let (_, rules) = text.split_once("X-Frame-Options: DENY\n").unwrap();
        assert_eq!(
            rules,
            "/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n\
             /pictures/*\n  Cache-Control: public, max-age=3600, must-revalidate\n\
             /blog/picture.png\n  Cache-Control: public, max-age=3600, must-revalidate\n\
             /feed.xml\n  Cache-Control: public, max-age=3600, must-revalidate\n"
        );
    }

    #[test]
    fn redirects_cover_missing_files_and_unknown_paths() {
        let text = redirects(&site());
        let rules: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            rules,
            [
                "/assets/* /404.txt 404 # a missing file",
                "/pictures/* /404.txt 404 # a missing file",
                "/ar/blog/:slug /ar/blog/post-not-found.html 404 # an unknown post",
                "/ar/* /ar/catch-all.html 200 # any other path",
                "/blog/:slug /blog/post-not-found.html 404 # an unknown post",
                "/* /catch-all.html 200 # any other path",
            ]
        );
    }

    #[test]
    fn every_redirect_rule_leads_to_an_existing_page() {
        let text = redirects(&files(&[("index.html", "")]));
        assert!(!text.contains(CATCH_ALL));
        assert!(!text.contains(POST_NOT_FOUND));
    }

    #[test]
    fn rules_that_cloudflare_ignores_are_reported() {
        assert_eq!(warnings("/*\n  a: b\n"), [] as [String; 0]);
        assert!(warnings(&"x".repeat(2001))[0].contains("2001 characters"));
        assert!(warnings(&"/rule\n".repeat(101))[0].contains("101 rules"));
    }
}
