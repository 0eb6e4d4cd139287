//! The header fields of a request, whoever parsed them.

use axum::http::{HeaderMap, HeaderName};

/// Fields that can be looked up by name.
pub(crate) trait Fields {
    /// The values of every field of this name, in the order they came in.
    fn all_of(&self, name: &HeaderName) -> impl Iterator<Item = &[u8]>;
}

impl Fields for HeaderMap {
    fn all_of(&self, name: &HeaderName) -> impl Iterator<Item = &[u8]> {
        self.get_all(name).into_iter().map(|value| value.as_bytes())
    }
}

impl Fields for [httparse::Header<'_>] {
    fn all_of(&self, name: &HeaderName) -> impl Iterator<Item = &[u8]> {
        self.iter()
            .filter(|field| field.name.eq_ignore_ascii_case(name.as_str()))
            .map(|field| field.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderValue, header::ACCEPT_ENCODING};

    #[test]
    fn both_kinds_give_every_value_of_a_name_in_any_case() {
        let parsed =
            [("Accept-Encoding", "br"), ("accept", "text/html"), ("ACCEPT-ENCODING", "gzip")]
                .map(|(name, value)| httparse::Header { name, value: value.as_bytes() });
        let mut map = HeaderMap::new();
        for field in parsed {
            let name = HeaderName::from_bytes(field.name.as_bytes()).unwrap();
            map.append(name, HeaderValue::from_bytes(field.value).unwrap());
        }
        let of_parsed: Vec<_> = parsed.all_of(&ACCEPT_ENCODING).collect();
        let of_map: Vec<_> = map.all_of(&ACCEPT_ENCODING).collect();
        assert_eq!(of_parsed, [&b"br"[..], b"gzip"]);
        assert_eq!(of_parsed, of_map);
    }
}
