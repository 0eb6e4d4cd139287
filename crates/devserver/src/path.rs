//! Request paths as they arrive, which is to say: from anybody.
//!
//! Paths are only ever looked up in a table of the site's own files, so a strange one cannot
//! reach a file outside. Refusing the strange ones here keeps them from showing a page, too.

use std::borrow::Cow;

/// Folders whose name starts with a dot are private, but this one is for the public (RFC 8615).
pub(crate) const WELL_KNOWN: &str = ".well-known";

/// Decodes a path. `None` if it is not one that a visitor's browser would ask for: bytes that
/// are no UTF-8, a slash or control character in disguise, a backslash, an empty or dotted
/// segment.
pub(crate) fn decode(path: &str) -> Option<Cow<'_, str>> {
    let decoded = percent_decode(path)?;
    let inner = decoded.strip_prefix('/')?;
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let plain = !decoded.contains(|c: char| c == '\\' || c.is_control());
    let segments_allowed = decoded == "/" || inner.split('/').all(is_segment_allowed);
    (plain && segments_allowed).then_some(decoded)
}

fn is_segment_allowed(segment: &str) -> bool {
    !segment.is_empty() && (!segment.starts_with('.') || segment == WELL_KNOWN)
}

fn percent_decode(path: &str) -> Option<Cow<'_, str>> {
    if !path.contains('%') {
        return Some(Cow::Borrowed(path));
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%' {
            let [high, low, after @ ..] = rest else {
                return None;
            };
            let byte = hex(*high)? << 4 | hex(*low)?;
            if byte == b'/' {
                return None;
            }
            bytes.push(byte);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Encodes one of the site's own paths for a `Location` header.
pub(crate) fn encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Whether the last segment ends like a file's name: a dot and some letters or digits.
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
        ] {
            assert_eq!(decode(path), None, "{path}");
        }
    }

    #[test]
    fn a_path_of_ten_thousand_letters_is_a_path() {
        let path = format!("/{}", "%61".repeat(10_000));
        assert_eq!(decode(&path).map(|decoded| decoded.len()), Some(10_001));
    }

    #[test]
    fn what_is_encoded_is_decoded_to_the_same() {
        for path in ["/services", "/blog/déjà vu", "/100%", "/a?b#c"] {
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
