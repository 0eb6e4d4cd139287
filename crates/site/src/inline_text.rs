//! Finds the inline styles and scripts of a page, so that its policy can allow exactly those.
//!
//! A browser hashes the text between the tags, after converting line endings to newlines. A mistake
//! here is safe: a text that is not found is blocked, which is visible.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

use crate::content_policy::InlineHashes;

/// The hash sources of every inline `<style>` and executable inline `<script>` in HTML or SVG.
/// Scripts with a `src` need none, and data blocks such as JSON-LD are not executed.
pub(crate) fn inline_hashes(markup: &str) -> InlineHashes {
    let mut hashes = InlineHashes::default();
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end..]);
            continue;
        }
        let length =
            rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if length == 0 {
            continue;
        }
        let (name, after_name) = rest.split_at(length);
        let (attributes, content) = attributes_of(after_name);
        rest = content;

        let found = match name.to_ascii_lowercase().as_str() {
            "form" => {
                hashes.posts |= attributes.contains(&("method".to_owned(), "post".to_owned()));
                continue;
            }
            "style" => &mut hashes.styles,
            "script" => &mut hashes.scripts,
            _ => continue,
        };
        let Some(end) = end_of(name, content) else {
            continue;
        };
        rest = &content[end..];
        if name.eq_ignore_ascii_case("style") || is_executable(&attributes) {
            found.insert(hash_source(&content[..end]));
        }
    }
    hashes
}

type Attributes = Vec<(String, String)>;

/// Parses the attributes of a start tag; returns them and the text after the tag. Quotes matter,
/// because a value may contain `>` or `<script>`.
fn attributes_of(tag: &str) -> (Attributes, &str) {
    let mut attributes = Attributes::new();
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            return (attributes, rest);
        }
        if let Some(content) = rest.strip_prefix('>') {
            return (attributes, content);
        }
        let (name, after_name) = split_before(rest, |c| matches!(c, '=' | '>' | '/'), 1);
        rest = after_name.trim_ascii_start();
        let mut value = "";
        if let Some(after_equals) = rest.strip_prefix('=') {
            rest = after_equals.trim_ascii_start();
            if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                let quoted = &rest[1..];
                let end = quoted.find(quote).unwrap_or(quoted.len());
                value = &quoted[..end];
                rest = quoted.get(end + 1..).unwrap_or("");
            } else {
                (value, rest) = split_before(rest, |c| c == '>', 0);
            }
        }
        attributes.push((name.to_ascii_lowercase(), value.to_owned()));
    }
}

/// Splits before the first white space or `stop`, but takes at least `least` bytes, so that a stray
/// character cannot cause an endless loop.
fn split_before(text: &str, stop: impl Fn(char) -> bool, least: usize) -> (&str, &str) {
    let end = text
        .char_indices()
        .find(|&(at, c)| at >= least && (c.is_ascii_whitespace() || stop(c)))
        .map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

/// The position of the element's end tag.
fn end_of(name: &str, content: &str) -> Option<usize> {
    content.match_indices("</").find_map(|(at, _)| {
        let candidate = &content.as_bytes()[at + 2..];
        let (found, after) = candidate.split_at_checked(name.len())?;
        let ends = matches!(after.first(), Some(b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r'));
        (ends && found.eq_ignore_ascii_case(name.as_bytes())).then_some(at)
    })
}

/// Whether a browser executes or obeys the text, and so checks it against the policy.
fn is_executable(attributes: &Attributes) -> bool {
    let attribute = |wanted: &str| {
        let mut all = attributes.iter();
        all.find(|(name, _)| name == wanted).map(|(_, value)| value)
    };
    if attribute("src").is_some() {
        return false;
    }
    attribute("type").is_none_or(|kind| {
        matches!(
            kind.trim().to_ascii_lowercase().as_str(),
            "" | "module"
                | "importmap"
                | "speculationrules"
                | "text/javascript"
                | "application/javascript"
        )
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
        inline_hashes(markup).styles.into_iter().collect()
    }

    fn scripts(markup: &str) -> Vec<String> {
        inline_hashes(markup).scripts.into_iter().collect()
    }

    #[test]
    fn inline_style_and_script_are_hashed_as_the_browser_hashes_them() {
        let markup = "<head><style>a{}</style><script>go()</script></head>";
        assert_eq!(styles(markup), [A_STYLE]);
        assert_eq!(scripts(markup), [GO_SCRIPT]);
    }

    #[test]
    fn attributes_and_letter_case_do_not_matter() {
        let markup = "<STYLE data-a='>' media=\"all\"\n>a{}</Style >\
                      <script async data-entry=/assets/app.js>go()</SCRIPT>";
        assert_eq!(styles(markup), [A_STYLE]);
        assert_eq!(scripts(markup), [GO_SCRIPT]);
    }

    #[test]
    fn scripts_with_a_source_and_data_blocks_need_no_hash() {
        let markup = "<script src=\"/a.js\"></script><script type=module src=a></script>\
                      <script type=\"application/ld+json\">{\"a\": \"</p><style>\"}</script>";
        assert_eq!(inline_hashes(markup), InlineHashes::default());
    }

    #[test]
    fn inline_modules_import_maps_and_speculation_rules_are_hashed() {
        for kind in ["module", "importmap", "speculationrules", "Text/JavaScript"] {
            let markup = format!("<script type=\"{kind}\">go()</script>");
            assert_eq!(scripts(&markup), [GO_SCRIPT], "{kind}");
        }
    }

    #[test]
    fn text_in_comments_and_attributes_is_not_markup() {
        let markup = "<!-- <style>b{}</style> --><p title=\"<script>no()</script>\"></p>\
                      <style>a{}</style>";
        assert_eq!(styles(markup), [A_STYLE]);
        assert_eq!(scripts(markup), [] as [String; 0]);
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
    fn broken_markup_is_parsed_to_its_end() {
        for markup in [
            "<",
            "<style",
            "<style>",
            "<style>a",
            "<style/>",
            "<p a=\"",
            "<p =>",
            "<p ==\"\" / >",
            "<!--",
            "</style",
            "<script>é</scrip",
            "<p a='é",
            "<script></ ",
        ] {
            assert_eq!(inline_hashes(markup), InlineHashes::default(), "{markup}");
        }
    }
}
