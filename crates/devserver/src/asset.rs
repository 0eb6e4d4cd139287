//! One file of the site with all its answers made ready, so that a request only picks one.

use axum::{
    body::Bytes,
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
            ETAG, InvalidHeaderValue, VARY,
        },
    },
};

use crate::{
    content_policy,
    fields::Fields,
    headers::{Caching, everywhere},
    negotiation,
    ready::Ready,
    validator,
};

/// What an asset is made of.
pub(crate) struct Parts {
    pub(crate) status: StatusCode,
    pub(crate) media_type: &'static str,
    pub(crate) caching: Caching,
    pub(crate) policy: String,
    pub(crate) content: Bytes,
    pub(crate) brotli: Option<Bytes>,
    pub(crate) gzip: Option<Bytes>,
}

/// A file, or a page for what is not there, in every form that it can be sent in.
#[derive(Debug)]
pub(crate) struct Asset {
    identity: Form,
    brotli: Option<Form>,
    gzip: Option<Form>,
}

#[derive(Debug)]
struct Form {
    /// Only with status 200: a condition means nothing for any other (RFC 9110, 13.2.1).
    tag: Option<HeaderValue>,
    whole: Ready,
    unchanged: Ready,
}

impl Asset {
    pub(crate) fn new(parts: Parts) -> Result<Self, InvalidHeaderValue> {
        let form = |body: &Bytes, encoding| Form::new(&parts, body, encoding);
        let variant = |body: &Option<Bytes>, encoding| {
            let body = body.as_ref();
            body.map(|body| form(body, Some(encoding))).transpose()
        };
        Ok(Self {
            identity: form(&parts.content, None)?,
            brotli: variant(&parts.brotli, "br")?,
            gzip: variant(&parts.gzip, "gzip")?,
        })
    }

    /// An asset of one plain sentence, which nobody should keep.
    pub(crate) fn sentence(
        status: StatusCode,
        text: &'static str,
    ) -> Result<Self, InvalidHeaderValue> {
        Self::new(Parts {
            status,
            media_type: "text/plain; charset=utf-8",
            caching: Caching::Checked,
            policy: content_policy::BARE.to_owned(),
            content: Bytes::from_static(text.as_bytes()),
            brotli: None,
            gzip: None,
        })
    }

    /// Adds a header to every answer.
    pub(crate) fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        let forms = [Some(&mut self.identity), self.brotli.as_mut(), self.gzip.as_mut()];
        for form in forms.into_iter().flatten() {
            form.whole = form.whole.with(name.clone(), value.clone());
            form.unchanged = form.unchanged.with(name.clone(), value.clone());
        }
        self
    }

    /// The answer to a request for this asset with these header fields.
    pub(crate) fn answer(&self, request: &(impl Fields + ?Sized)) -> &Ready {
        let form = self.preferred(request);
        let known = form.tag.as_ref();
        if known.is_some_and(|tag| validator::client_has(request, tag)) {
            &form.unchanged
        } else {
            &form.whole
        }
    }

    /// The form that the client likes best; among equals the smallest.
    fn preferred(&self, request: &(impl Fields + ?Sized)) -> &Form {
        if self.brotli.is_none() && self.gzip.is_none() {
            return &self.identity;
        }
        let weights = negotiation::weights(request);
        let mut best = (&self.identity, weights.identity);
        for (form, weight) in [(&self.gzip, weights.gzip), (&self.brotli, weights.brotli)] {
            if let Some(form) = form.as_ref().filter(|_| weight > 0 && weight >= best.1) {
                best = (form, weight);
            }
        }
        best.0
    }
}

impl Form {
    fn new(
        parts: &Parts,
        body: &Bytes,
        encoding: Option<&'static str>,
    ) -> Result<Self, InvalidHeaderValue> {
        let mut unchanged = everywhere();
        let policy = HeaderValue::from_str(&parts.policy)?;
        unchanged.insert(CONTENT_SECURITY_POLICY, policy);
        unchanged.insert(CACHE_CONTROL, HeaderValue::from_static(parts.caching.value()));
        if parts.brotli.is_some() || parts.gzip.is_some() {
            unchanged.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        let tag = if parts.status == StatusCode::OK {
            let tag = HeaderValue::from_str(&validator::entity_tag(body, &parts.policy))?;
            unchanged.insert(ETAG, tag.clone());
            Some(tag)
        } else {
            None
        };
        // Also in a 304, where it means what a 200 would have had: axum would say 0 otherwise.
        unchanged.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));

        let mut headers = unchanged.clone();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(parts.media_type));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        Ok(Self {
            tag,
            whole: Ready::new(parts.status, headers, body),
            unchanged: Ready::new(StatusCode::NOT_MODIFIED, unchanged, &[]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{
        http::{
            HeaderMap, Method,
            header::{ACCEPT_ENCODING, IF_NONE_MATCH},
        },
        response::Response,
    };

    fn asset(brotli: bool, gzip: bool) -> Asset {
        Asset::new(Parts {
            status: StatusCode::OK,
            media_type: "text/plain",
            caching: Caching::Hour,
            policy: "default-src 'none'".to_owned(),
            content: Bytes::from_static(b"plain text"),
            brotli: brotli.then(|| Bytes::from_static(b"br")),
            gzip: gzip.then(|| Bytes::from_static(b"gzip")),
        })
        .unwrap()
    }

    fn answer(asset: &Asset, request: &HeaderMap) -> Response {
        asset.answer(request).response(&Method::GET)
    }

    fn encoding(asset: &Asset, accepted: &'static str) -> String {
        let request = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
        let response = answer(asset, &request);
        let encoding = response.headers().get(CONTENT_ENCODING);
        encoding.map_or("identity", |value| value.to_str().unwrap()).to_owned()
    }

    #[test]
    fn the_best_liked_form_that_exists_is_sent() {
        let both = asset(true, true);
        assert_eq!(encoding(&both, "gzip, br"), "br");
        assert_eq!(encoding(&both, "gzip, br;q=0.9"), "gzip");
        assert_eq!(encoding(&both, "gzip;q=0.5, identity"), "identity");
        assert_eq!(encoding(&both, "gzip;q=0.001"), "gzip");
        assert_eq!(encoding(&both, "deflate, zstd"), "identity");
        assert_eq!(encoding(&asset(false, true), "gzip, br"), "gzip");
        assert_eq!(encoding(&asset(false, false), "gzip, br"), "identity");
    }

    #[test]
    fn a_client_that_refuses_everything_still_gets_the_plain_text() {
        assert_eq!(encoding(&asset(true, true), "*;q=0"), "identity");
        assert_eq!(encoding(&asset(false, false), "br, identity;q=0"), "identity");
    }

    #[test]
    fn answers_vary_only_where_there_is_a_choice() {
        let vary = |asset: &Asset| {
            let response = answer(asset, &HeaderMap::new());
            response.headers().contains_key(VARY)
        };
        assert!(vary(&asset(true, false)));
        assert!(!vary(&asset(false, false)));
    }

    #[test]
    fn a_form_that_the_client_has_is_not_sent_again_and_another_form_is() {
        let asset = asset(true, true);
        let ask = |tag: &HeaderValue, accepted: &'static str| {
            let request = HeaderMap::from_iter([
                (ACCEPT_ENCODING, HeaderValue::from_static(accepted)),
                (IF_NONE_MATCH, tag.clone()),
            ]);
            answer(&asset, &request).status()
        };
        let first = answer(&asset, &HeaderMap::new());
        let tag = &first.headers()[ETAG];
        assert_eq!(ask(tag, "identity"), StatusCode::NOT_MODIFIED);
        assert_eq!(ask(tag, "br"), StatusCode::OK);
    }

    #[test]
    fn a_page_for_what_is_missing_has_no_tag_and_ignores_conditions() {
        let missing = Asset::sentence(StatusCode::NOT_FOUND, "Not found\n").unwrap();
        let request = HeaderMap::from_iter([(IF_NONE_MATCH, HeaderValue::from_static("*"))]);
        let response = answer(&missing, &request);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert!(!response.headers().contains_key(ETAG));
    }
}
