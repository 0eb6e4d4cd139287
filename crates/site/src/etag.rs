//! Entity tags, with which clients ask whether their copy is still valid (RFC 9110, 13.1.2).

use axum::http::{HeaderMap, HeaderValue, header::IF_NONE_MATCH};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 132 bits of the hash, which is more than enough to distinguish contents.
const LENGTH: usize = 22;

/// A hash of some content, in characters that are safe in headers, scripts and event streams.
pub(crate) fn fingerprint(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let mut name = URL_SAFE_NO_PAD.encode(hash.finalize());
    name.truncate(LENGTH);
    name
}

/// The strong entity tag of a file in one encoding. It includes the policy, so that a page is sent
/// again when only its headers have changed.
pub(crate) fn entity_tag(body: &[u8], policy: &str) -> String {
    format!("\"{}\"", fingerprint(&[body, policy.as_bytes()]))
}

/// Whether `If-None-Match` contains this tag. `W/` is ignored, as the standard says. Tags contain
/// no quotation marks, so searching for the quoted tag finds only whole elements.
pub(crate) fn client_has(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let wanted = tag.as_bytes();
    request.get_all(IF_NONE_MATCH).iter().map(HeaderValue::as_bytes).any(|list| {
        list.trim_ascii() == b"*" || list.windows(wanted.len()).any(|found| found == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: HeaderValue = HeaderValue::from_static("\"abc\"");

    fn has(value: &'static str) -> bool {
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, HeaderValue::from_static(value))]);
        client_has(&headers, &TAG)
    }

    #[test]
    fn a_tag_alone_in_a_list_or_weak_is_found_and_a_star_is_any() {
        for value in ["\"abc\"", "W/\"abc\"", "\"x\", W/\"abc\" , \"y\"", "*", " * "] {
            assert!(has(value), "{value}");
        }
    }

    #[test]
    fn another_tag_or_a_part_of_one_is_not_found() {
        for value in ["", "abc", "\"ab\"", "\"abcd\"", "\"xabc\"", "\"*\"", "\"abc"] {
            assert!(!has(value), "{value}");
        }
        assert!(!client_has(&HeaderMap::new(), &TAG));
    }

    #[test]
    fn the_tag_changes_with_the_content_and_with_the_policy() {
        let tag = entity_tag(b"content", "policy");
        assert_eq!(tag, entity_tag(b"content", "policy"));
        assert_ne!(tag, entity_tag(b"Content", "policy"));
        assert_ne!(tag, entity_tag(b"content", "Policy"));
        assert_eq!(tag.len(), LENGTH + 2);
    }
}
