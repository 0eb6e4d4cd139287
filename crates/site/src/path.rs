//! Request paths, which may contain anything.
//!
//! Paths are only looked up in a table of the site's own files, so that a strange one cannot reach
//! other files. Refusing strange paths here also prevents them from showing a page.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Folders that start with a dot are private, except for this one (RFC 8615).
pub(crate) const WELL_KNOWN: &str = ".well-known";

/// All characters except the unreserved ones (RFC 3986, 2.3) and the slash.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Decodes a path. `None` if no link of the site could have it: invalid UTF-8, an encoded slash, a
/// percent sign, a backslash, a control character, an empty or dotted segment.
pub(crate) fn decode(path: &str) -> Option<Cow<'_, str>> {
    let slashes = |path: &str| path.bytes().filter(|byte| *byte == b'/').count();
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    let inner = decoded.strip_prefix('/')?;
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    // An invalid escape is still there after decoding.
    let is_plain = !decoded.contains(|c: char| matches!(c, '\\' | '%') || c.is_control())
        && slashes(&decoded) == slashes(path);
    let segments_allowed = decoded == "/" || inner.split('/').all(is_segment_allowed);
    (is_plain && segments_allowed).then_some(decoded)
}

fn is_segment_allowed(segment: &str) -> bool {
    !segment.is_empty() && (!segment.starts_with('.') || segment == WELL_KNOWN)
}

/// Encodes a path of the site for a `Location` header.
pub(crate) fn encode(path: &str) -> String {
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Whether the last segment has a file extension: a dot and some letters or digits.
pub(crate) fn names_a_file(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        !extension.is_empty() && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_pass_without_a_copy() {
        for path in ["/", "/services", "/services/", "/blog/a-post", "/.well-known/security.txt"] {
            assert!(matches!(decode(path), Some(Cow::Borrowed(same)) if same == path), "{path}");
        }
    }

    #[test]
    fn encoded_letters_are_decoded() {
        assert_eq!(decode("/%73ervices").as_deref(), Some("/services"));
        assert_eq!(decode("/h%C3%A9llo").as_deref(), Some("/héllo"));
        assert_eq!(decode("/a%20b").as_deref(), Some("/a b"));
    }

    #[test]
    fn odd_paths_are_refused() {
        for path in [
            "",
            "*",
            "services",
            "//",
            "//evil.example/",
            "/a//b",
            "/..",
            "/../etc/passwd",
            "/a/../b",
            "/%2e%2e%2fetc",
            "/%2e%2e/etc",
            "/a%2Fb",
            "/.",
            "/a/./b",
            "/.env",
            "/.git/config",
            "/a%00b",
            "/a%0d%0ab",
            "/a%5cb",
            "/a\\b",
            "/%",
            "/%a",
            "/%zz",
            "/%ff",
            "/%C3%28",
            "/%c0%ae",
            "/%7F",
            "/a%25b",
        ] {
            assert_eq!(decode(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_of_ten_thousand_letters_is_handled() {
        let path = format!("/{}", "%61".repeat(10_000));
        assert_eq!(decode(&path).map(|decoded| decoded.len()), Some(10_001));
    }

    #[test]
    fn encoding_and_decoding_are_inverse() {
        for path in ["/services", "/blog/déjà vu", "/a?b#c"] {
            let encoded = encode(path);
            assert!(encoded.is_ascii());
            assert_eq!(decode(&encoded).as_deref(), Some(path));
        }
    }

    #[test]
    fn files_are_told_from_pages_by_their_last_segment() {
        for path in ["/a.png", "/b/c.js", "/index.html", "/a.png/"] {
            assert!(names_a_file(path), "{path}");
        }
        for path in ["/", "/a", "/v1.2/notes", "/a.", "/a.b c", "/wait..."] {
            assert!(!names_a_file(path), "{path}");
        }
    }
}
