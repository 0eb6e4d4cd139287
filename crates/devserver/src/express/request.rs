//! Which requests are plain.

use httparse::{Header, Request, Status};

/// How many header fields a plain request has at most. Browsers send about fifteen.
pub(super) const FIELDS: usize = 32;

/// Fields that say something about the connection, or that a body follows. Who sends one of them
/// is answered by axum, apart from `Connection: keep-alive`, which says nothing new.
const SPECIAL: [&str; 5] =
    ["connection", "content-length", "expect", "transfer-encoding", "upgrade"];

/// A GET in HTTP/1.1, without a body and without a word about the connection.
#[derive(Debug, PartialEq)]
pub(super) struct Plain<'text, 'fields> {
    /// The request target as it was sent.
    pub(super) path: &'text str,
    pub(super) fields: &'fields [Header<'text>],
    /// How many bytes the request is long.
    pub(super) length: usize,
}

impl<'text, 'fields> Plain<'text, 'fields> {
    /// Reads the request at the beginning of `text`. `None` if it is not plain, or not whole.
    pub(super) fn read(
        text: &'text [u8],
        fields: &'fields mut [Header<'text>; FIELDS],
    ) -> Option<Self> {
        let mut request = Request::new(fields);
        let Ok(Status::Complete(length)) = request.parse(text) else {
            return None;
        };
        let is_plain = request.method == Some("GET")
            && request.version == Some(1)
            && !request.headers.iter().any(is_special);
        let path = request.path.filter(|_| is_plain)?;
        Some(Self { path, fields: request.headers, length })
    }
}

fn is_special(field: &Header<'_>) -> bool {
    let is_named = |name: &&str| field.name.eq_ignore_ascii_case(name);
    match SPECIAL.iter().find(|name| is_named(name)) {
        Some(&"connection") => !field.value.eq_ignore_ascii_case(b"keep-alive"),
        found => found.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(text: &str) -> Option<usize> {
        let mut fields = [httparse::EMPTY_HEADER; FIELDS];
        Plain::read(text.as_bytes(), &mut fields).map(|request| request.length)
    }

    #[test]
    fn what_a_browser_sends_is_plain() {
        let text = "GET /services HTTP/1.1\r\nHost: karavan.example\r\nConnection: Keep-Alive\r\n\
            Accept: text/html\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nCookie: a=b\r\n\r\n";
        let mut fields = [httparse::EMPTY_HEADER; FIELDS];
        let request = Plain::read(text.as_bytes(), &mut fields).unwrap();
        assert_eq!(request.path, "/services");
        assert_eq!(request.fields.len(), 5);
        assert_eq!(request.length, text.len());
    }

    #[test]
    fn of_two_requests_the_first_is_read() {
        assert_eq!(length("GET / HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\n\r\n"), Some(18));
    }

    #[test]
    fn other_methods_versions_bodies_and_words_about_the_connection_are_not_plain() {
        for head in [
            "HEAD / HTTP/1.1\r\n",
            "POST / HTTP/1.1\r\n",
            "get / HTTP/1.1\r\n",
            "GET / HTTP/1.0\r\n",
            "GET / HTTP/1.1\r\nConnection: close\r\n",
            "GET / HTTP/1.1\r\nconnection: keep-alive, upgrade\r\n",
            "GET / HTTP/1.1\r\nConnection: keep-alive\r\nConnection: close\r\n",
            "GET / HTTP/1.1\r\nUpgrade: h2c\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 0\r\n",
            "GET / HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\n",
            "GET / HTTP/1.1\r\nExpect: 100-continue\r\n",
        ] {
            assert_eq!(length(&format!("{head}\r\n")), None, "{head}");
        }
    }

    #[test]
    fn what_is_not_whole_or_no_http_is_not_plain() {
        for text in
            ["", "GET / HTTP/1.1\r\nHost: a\r\n", "nonsense\r\n\r\n", "GET /\0 HTTP/1.1\r\n\r\n"]
        {
            assert_eq!(length(text), None, "{text}");
        }
    }

    #[test]
    fn a_request_with_too_many_fields_is_not_plain() {
        let with = |count| format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(count));
        assert!(length(&with(FIELDS)).is_some());
        assert!(length(&with(FIELDS + 1)).is_none());
    }
}
