//! Entity tags: what a client shows to ask whether its copy is still good (RFC 9110, 13.1.2).

use axum::http::{HeaderValue, header::IF_NONE_MATCH};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use crate::fields::Fields;

/// 132 bits of the hash: far more than enough to tell two contents apart.
const TAG_LENGTH: usize = 22;

/// A short name for some content, safe in headers, scripts and event streams.
pub(crate) fn fingerprint(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let mut name = URL_SAFE_NO_PAD.encode(hash.finalize());
    name.truncate(TAG_LENGTH);
    name
}

/// The strong entity tag of one encoded form. The policy counts as content, so that a page whose
/// headers alone have changed is sent again and not mixed from two builds.
pub(crate) fn entity_tag(body: &[u8], policy: &str) -> String {
    format!("\"{}\"", fingerprint(&[body, policy.as_bytes()]))
}

/// Whether the client has this very form already. `W/` makes no difference here, as the standard
/// wants. A quotation mark cannot stand inside a tag, so finding the quoted tag is finding it
/// as an element of the list.
pub(crate) fn client_has(request: &(impl Fields + ?Sized), tag: &HeaderValue) -> bool {
    let wanted = tag.as_bytes();
    request.all_of(&IF_NONE_MATCH).any(|list| {
        list.trim_ascii() == b"*" || list.windows(wanted.len()).any(|found| found == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;

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
    }

    #[test]
    fn a_request_without_the_header_has_nothing() {
        assert!(!client_has(&HeaderMap::new(), &TAG));
    }

    #[test]
    fn the_tag_changes_with_the_content_and_with_the_policy() {
        let tag = entity_tag(b"content", "policy");
        assert_eq!(tag, entity_tag(b"content", "policy"));
        assert_ne!(tag, entity_tag(b"Content", "policy"));
        assert_ne!(tag, entity_tag(b"content", "Policy"));
        assert_eq!(tag.len(), TAG_LENGTH + 2);
    }
}
