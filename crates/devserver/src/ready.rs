//! One answer made ready twice over: as a response for axum, and as the bytes of that response.

use std::io::IoSlice;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header::CONTENT_LENGTH},
    response::Response,
};

/// An answer that never changes, except for its date.
#[derive(Debug)]
pub(crate) struct Ready {
    status: StatusCode,
    headers: HeaderMap,
    before_date: String,
    /// The rest of the head and the body, in one piece: a write costs less the fewer it is made of.
    after_date: Bytes,
    body_at: usize,
}

impl Ready {
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, body: &[u8]) -> Self {
        let mut after_date = b"\r\n".to_vec();
        // Over the wire, no length belongs to a 304, which has no body: hyper leaves it out, too.
        let is_sent = |name| name != CONTENT_LENGTH || status != StatusCode::NOT_MODIFIED;
        for (name, value) in headers.iter().filter(|(name, _)| is_sent(*name)) {
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                after_date.extend_from_slice(part);
            }
        }
        after_date.extend_from_slice(b"\r\n");
        let body_at = after_date.len();
        after_date.extend_from_slice(body);
        let before_date = format!("HTTP/1.1 {status}\r\ndate: ");
        Self { status, headers, before_date, after_date: after_date.into(), body_at }
    }

    /// The same with one header more.
    pub(crate) fn with(&self, name: HeaderName, value: HeaderValue) -> Self {
        let mut headers = self.headers.clone();
        headers.insert(name, value);
        Self::new(self.status, headers, &self.body())
    }

    /// The response to a request with this method, which for HEAD has no body.
    pub(crate) fn response(&self, method: &Method) -> Response {
        let body = if method == Method::HEAD { Body::empty() } else { Body::from(self.body()) };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }

    /// The response to GET, as it is sent at this date.
    pub(crate) fn bytes<'a>(&'a self, date: &'a [u8]) -> [IoSlice<'a>; 3] {
        [self.before_date.as_bytes(), date, &self.after_date].map(IoSlice::new)
    }

    fn body(&self) -> Bytes {
        self.after_date.slice(self.body_at..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ALLOW;

    #[test]
    fn the_bytes_are_the_response_with_a_date() {
        let headers = HeaderMap::from_iter([(CONTENT_LENGTH, HeaderValue::from_static("4"))]);
        let ready = Ready::new(StatusCode::OK, headers, b"body");
        assert_eq!(
            ready.bytes(b"Today").map(|part| String::from_utf8(part.to_vec()).unwrap()).concat(),
            "HTTP/1.1 200 OK\r\ndate: Today\r\ncontent-length: 4\r\n\r\nbody"
        );
    }

    #[test]
    fn a_header_more_is_in_both() {
        let ready = Ready::new(StatusCode::METHOD_NOT_ALLOWED, HeaderMap::new(), b"body")
            .with(ALLOW, HeaderValue::from_static("GET"));
        assert_eq!(ready.response(&Method::GET).headers()[ALLOW], "GET");
        let [_, _, rest] = ready.bytes(b"Today");
        assert_eq!(*rest, *b"\r\nallow: GET\r\n\r\nbody");
    }
}
