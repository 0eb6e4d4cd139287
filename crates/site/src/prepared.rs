//! A file of the site with all its responses prepared, so that a request only selects one.

use axum::{
    body::{Body, Bytes},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
            ETAG, InvalidHeaderValue, VARY,
        },
    },
    response::Response,
};

use crate::{etag, headers::Caching, negotiation};

/// The input for a file's responses.
pub(crate) struct Content {
    pub(crate) status: StatusCode,
    pub(crate) media_type: &'static str,
    pub(crate) caching: Caching,
    /// The content security policy.
    pub(crate) policy: String,
    pub(crate) body: Bytes,
    pub(crate) brotli: Option<Bytes>,
    pub(crate) gzip: Option<Bytes>,
}

/// A file, or the page for a missing one, in all its encodings.
#[derive(Debug)]
pub(crate) struct PreparedFile {
    identity: Encoded,
    brotli: Option<Encoded>,
    gzip: Option<Encoded>,
}

#[derive(Debug)]
struct Encoded {
    /// Only for status 200, because conditions apply to no other status (RFC 9110, 13.2.1).
    etag: Option<HeaderValue>,
    whole: PreparedResponse,
    not_modified: PreparedResponse,
}

/// A response that is the same for every request, except for the date, which hyper adds.
#[derive(Debug)]
pub(crate) struct PreparedResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl PreparedFile {
    /// Prepares the responses with these headers and those of the file itself.
    pub(crate) fn new(content: Content, headers: &HeaderMap) -> Result<Self, InvalidHeaderValue> {
        let variant = |body: &Option<Bytes>, encoding| {
            let body = body.as_ref();
            body.map(|body| Encoded::new(&content, body, Some(encoding), headers)).transpose()
        };
        Ok(Self {
            identity: Encoded::new(&content, &content.body, None, headers)?,
            brotli: variant(&content.brotli, "br")?,
            gzip: variant(&content.gzip, "gzip")?,
        })
    }

    /// The response to a request with these headers.
    pub(crate) fn answer(&self, request: &HeaderMap) -> &PreparedResponse {
        let Encoded { etag, whole, not_modified } = self.preferred(request);
        let is_known = etag.as_ref().is_some_and(|etag| etag::client_has(request, etag));
        if is_known { not_modified } else { whole }
    }

    /// The encoding with the client's highest weight; the smallest among equals.
    fn preferred(&self, request: &HeaderMap) -> &Encoded {
        if self.brotli.is_none() && self.gzip.is_none() {
            return &self.identity;
        }
        let weights = negotiation::weights(request);
        let mut best = (&self.identity, weights.identity);
        for (encoded, weight) in [(&self.gzip, weights.gzip), (&self.brotli, weights.brotli)] {
            if let Some(encoded) = encoded.as_ref().filter(|_| weight > 0 && weight >= best.1) {
                best = (encoded, weight);
            }
        }
        best.0
    }
}

impl Encoded {
    fn new(
        content: &Content,
        body: &Bytes,
        encoding: Option<&'static str>,
        headers: &HeaderMap,
    ) -> Result<Self, InvalidHeaderValue> {
        let mut headers = headers.clone();
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_str(&content.policy)?);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(content.caching.value()));
        if content.brotli.is_some() || content.gzip.is_some() {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        let mut etag = None;
        if content.status == StatusCode::OK {
            let tag = HeaderValue::from_str(&etag::entity_tag(body, &content.policy))?;
            headers.insert(ETAG, tag.clone());
            etag = Some(tag);
        }
        // A 304 must have the length of the 200. Axum would set 0.
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        let not_modified = PreparedResponse {
            status: StatusCode::NOT_MODIFIED,
            headers: headers.clone(),
            body: Bytes::new(),
        };

        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content.media_type));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        let whole = PreparedResponse { status: content.status, headers, body: body.clone() };
        Ok(Self { etag, whole, not_modified })
    }
}

impl PreparedResponse {
    /// The response for this method; HEAD has no body.
    pub(crate) fn for_method(&self, method: &Method) -> Response {
        let body =
            if method == Method::HEAD { Body::empty() } else { Body::from(self.body.clone()) };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};

    fn file(brotli: bool, gzip: bool) -> PreparedFile {
        file_with(StatusCode::OK, brotli, gzip)
    }

    fn file_with(status: StatusCode, brotli: bool, gzip: bool) -> PreparedFile {
        let content = Content {
            status,
            media_type: "text/plain",
            caching: Caching::OneHour,
            policy: "default-src 'none'".to_owned(),
            body: Bytes::from_static(b"plain text"),
            brotli: brotli.then(|| Bytes::from_static(b"br")),
            gzip: gzip.then(|| Bytes::from_static(b"gzip")),
        };
        PreparedFile::new(content, &HeaderMap::new()).unwrap()
    }

    fn encoding(file: &PreparedFile, accepted: &'static str) -> String {
        let request = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
        let encoding = file.answer(&request).headers.get(CONTENT_ENCODING);
        encoding.map_or("identity", |value| value.to_str().unwrap()).to_owned()
    }

    #[test]
    fn the_preferred_available_encoding_is_sent() {
        let both = file(true, true);
        assert_eq!(encoding(&both, "gzip, br"), "br");
        assert_eq!(encoding(&both, "gzip, br;q=0.9"), "gzip");
        assert_eq!(encoding(&both, "gzip;q=0.5, identity"), "identity");
        assert_eq!(encoding(&both, "gzip;q=0.001"), "gzip");
        assert_eq!(encoding(&both, "deflate, zstd"), "identity");
        assert_eq!(encoding(&file(false, true), "gzip, br"), "gzip");
        assert_eq!(encoding(&file(false, false), "gzip, br"), "identity");
    }

    #[test]
    fn a_client_that_refuses_every_encoding_still_gets_plain_text() {
        assert_eq!(encoding(&file(true, true), "*;q=0"), "identity");
        assert_eq!(encoding(&file(false, false), "br, identity;q=0"), "identity");
    }

    #[test]
    fn vary_is_sent_only_where_there_is_a_choice() {
        let vary = |file: &PreparedFile| file.identity.whole.headers.contains_key(VARY);
        assert!(vary(&file(true, false)));
        assert!(!vary(&file(false, false)));
    }

    #[test]
    fn a_304_needs_the_same_encoding() {
        let file = file(true, true);
        let tag = file.answer(&HeaderMap::new()).headers[ETAG].clone();
        let ask = |accepted: &'static str| {
            let request = HeaderMap::from_iter([
                (ACCEPT_ENCODING, HeaderValue::from_static(accepted)),
                (IF_NONE_MATCH, tag.clone()),
            ]);
            file.answer(&request).status
        };
        assert_eq!(ask("identity"), StatusCode::NOT_MODIFIED);
        assert_eq!(ask("br"), StatusCode::OK);
    }

    #[test]
    fn a_404_page_has_no_etag_and_ignores_conditions() {
        let missing = file_with(StatusCode::NOT_FOUND, false, false);
        let request = HeaderMap::from_iter([(IF_NONE_MATCH, HeaderValue::from_static("*"))]);
        let response = missing.answer(&request);
        assert_eq!(response.status, StatusCode::NOT_FOUND);
        assert!(!response.headers.contains_key(ETAG));
    }
}
