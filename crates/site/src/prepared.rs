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

    /// What is in it, uncompressed.
    pub(crate) fn body(&self) -> &Bytes {
        &self.identity.whole.body
    }

    /// The response to a request with these headers.
    pub(crate) fn answer(&self, request: &HeaderMap) -> &PreparedResponse {
        let Encoded { etag, whole, not_modified } = self.preferred(request);
        let is_known = etag.as_ref().is_some_and(|etag| etag::client_has(request, etag));
        if is_known { not_modified } else { whole }
    }

    /// Brotli if the client accepts it, then gzip, then plain text.
    fn preferred(&self, request: &HeaderMap) -> &Encoded {
        let brotli = self.brotli.as_ref().filter(|_| negotiation::accepts(request, "br"));
        let gzip = || self.gzip.as_ref().filter(|_| negotiation::accepts(request, "gzip"));
        brotli.or_else(gzip).unwrap_or(&self.identity)
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
