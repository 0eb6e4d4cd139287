//! Finds the inline styles and scripts of a page, so that its policy can allow exactly those.
//!
//! A browser hashes the text between the tags, after converting line endings to newlines. The pages
//! are those of our own build, so their tags are written in one way. A mistake here is safe: a text
//! that is not found is blocked, which is visible.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

use crate::content_policy::InlineHashes;

/// The hash sources of every inline `<style>` in HTML or SVG, and of every executable inline `<script>` in HTML: a drawing
/// may come from anybody. Scripts with a `src` need none, and JSON-LD is not executed.
pub(crate) fn inline_hashes(name: &str, markup: &str) -> InlineHashes {
    let is_executed = |attributes: &str| {
        !attributes.contains(" src=") && !attributes.contains("application/ld+json")
    };
    InlineHashes {
        scripts: elements(markup, "script")
            .filter(|(attributes, _)| name.ends_with(".html") && is_executed(attributes))
            .map(|(_, text)| hash_source(text))
            .collect(),
        styles: elements(markup, "style").map(|(_, text)| hash_source(text)).collect(),
        posts: markup.contains("method=\"post\""),
    }
}

/// The attributes and the text of each element of this name.
fn elements<'a>(markup: &'a str, name: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let (start, end) = (format!("<{name}"), format!("</{name}>"));
    let mut rest = markup;
    std::iter::from_fn(move || {
        let (_, element) = rest.split_once(&start)?;
        let (attributes, content) = element.split_once('>')?;
        let (text, after) = content.split_once(&end)?;
        rest = after;
        Some((attributes, text))
    })
}

fn hash_source(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    // `printf 'a{}' | openssl dgst -sha256 -binary | base64` and the same for `go()`.
    const A_STYLE: &str = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";
    const GO_SCRIPT: &str = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='";

    fn styles(markup: &str) -> Vec<String> {
        inline_hashes("page.html", markup).styles.into_iter().collect()
    }

    fn scripts(markup: &str) -> Vec<String> {
        inline_hashes("page.html", markup).scripts.into_iter().collect()
    }

    #[test]
    fn inline_style_and_script_are_hashed_as_the_browser_hashes_them() {
        let markup = "<head><style media=\"all\">a{}</style>\
                      <script async data-entry=\"/assets/app.js\">go()</script></head>";
        assert_eq!(styles(markup), [A_STYLE]);
        assert_eq!(scripts(markup), [GO_SCRIPT]);
    }

    #[test]
    fn scripts_with_a_source_and_data_blocks_need_no_hash() {
        let markup = "<script type=\"module\" src=\"/a.js\"></script>\
                      <script type=\"application/ld+json\">{\"a\": \"</p><style>\"}</script>";
        assert_eq!(inline_hashes("page.html", markup), InlineHashes::default());
        assert_eq!(scripts(&format!("{markup}<script>go()</script>")), [GO_SCRIPT]);
    }

    #[test]
    fn a_script_in_a_drawing_is_not_allowed() {
        let drawing = "<svg><style>a{}</style><script>go()</script></svg>";
        let hashes = inline_hashes("drawing.svg", drawing);
        assert_eq!(hashes.styles.into_iter().collect::<Vec<_>>(), [A_STYLE]);
        assert!(hashes.scripts.is_empty());
    }

    #[test]
    fn inline_modules_and_speculation_rules_are_hashed() {
        for kind in ["module", "importmap", "speculationrules"] {
            let markup = format!("<script type=\"{kind}\">go()</script>");
            assert_eq!(scripts(&markup), [GO_SCRIPT], "{kind}");
        }
    }

    #[test]
    fn line_endings_are_hashed_as_newlines() {
        assert_eq!(styles("<style>a{\r\n}\r</style>"), styles("<style>a{\n}\n</style>"));
    }

    #[test]
    fn the_same_text_twice_is_named_once() {
        assert_eq!(styles("<style>a{}</style><style>a{}</style>").len(), 1);
    }

    #[test]
    fn broken_markup_has_no_hashes() {
        for markup in
            ["<style", "<style>", "<style>a", "</style>", "<script>é</scrip", "<script></ "]
        {
            assert_eq!(inline_hashes("page.html", markup), InlineHashes::default(), "{markup}");
        }
    }
}
