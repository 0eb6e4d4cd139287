//! A browser, which keeps cookies.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, Response, Uri, header},
};
use serde_json::Value;
use tower::ServiceExt;

use super::described;

/// A person on a page of the site.
#[derive(Clone)]
pub(crate) struct Browser {
    router: Router,
    /// Each as `name=value`.
    cookies: Vec<String>,
    pub(crate) headers: Vec<(&'static str, String)>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    /// Null if it is not JSON.
    pub(crate) body: Value,
}

impl Browser {
    pub(crate) fn new(router: Router) -> Self {
        Self { router, cookies: Vec::new(), headers: Vec::new() }
    }

    /// The same browser with one more header. An empty `idempotency-key` or `host` means none.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|header| header.0 != name);
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The same browser, with another server.
    pub(crate) fn at(self, app: &super::TestApp) -> Self {
        self.on(app.router.clone())
    }

    /// The same browser, where these routes answer.
    pub(crate) fn on(self, router: Router) -> Self {
        Self { router, ..self }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask(Method::GET, path, Body::empty()).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, Body::empty()).await
    }

    /// With a new idempotency key, unless the browser has one among its headers.
    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, body.to_string().into()).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, body.to_string().into()).await
    }

    pub(crate) async fn patch(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::PATCH, path, body.to_string().into()).await
    }

    pub(crate) async fn post_text(&mut self, path: &str, text: impl Into<Body>) -> Answer {
        self.ask(Method::POST, path, text.into()).await
    }

    /// Requests something long without reading the body.
    pub(crate) async fn begin(&self, path: &str) -> Body {
        self.send(&Method::GET, path, Body::empty()).await.into_body()
    }

    pub(crate) async fn ask(&mut self, method: Method, path: &str, body: Body) -> Answer {
        let (head, body) = self.send(&method, path, body).await.into_parts();
        let text = read(body).await;
        let body = serde_json::from_str(&text).unwrap_or_default();
        let answer = Answer { status: head.status.as_u16(), headers: head.headers, text, body };
        self.keep(&answer);
        described::check(&method, path, &answer);
        answer
    }

    async fn send(&self, method: &Method, path: &str, body: Body) -> Response<Body> {
        static KEYS: AtomicU64 = AtomicU64::new(0);
        let key = format!("a-key-of-its-own-{}", KEYS.fetch_add(1, Ordering::Relaxed));
        let mut request = Request::builder().method(method).uri(path_and_query(path));
        let given = self.headers.iter().map(|(name, value)| (*name, value.as_str()));
        let none = [("idempotency-key", ""), ("host", "")];
        for (name, value) in given.filter(|given| !none.contains(given)) {
            request = request.header(name, value);
        }
        let usual = [
            ("content-type", "application/json"),
            ("idempotency-key", &key),
            ("host", "site.example"),
        ];
        for (name, value) in usual {
            if !self.headers.iter().any(|header| header.0 == name) {
                request = request.header(name, value);
            }
        }
        if !self.cookies.is_empty() {
            request = request.header(header::COOKIE, self.cookies.join("; "));
        }
        let request = request.body(body).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// The session's cookie, `name=value`.
    pub(crate) fn cookie(&self) -> Option<&str> {
        self.cookies.iter().map(String::as_str).find(|cookie| !is_device(cookie))
    }

    /// The same browser after logging out: it keeps only the cookie of the device.
    pub(crate) fn logged_out(&self) -> Self {
        let cookies = self.cookies.iter().filter(|cookie| is_device(cookie)).cloned().collect();
        Self { cookies, ..self.clone() }
    }

    /// The same browser on the device of this one, without its login.
    pub(crate) fn on_device_of(self, other: &Self) -> Self {
        Self { cookies: other.logged_out().cookies, ..self }
    }

    fn keep(&mut self, answer: &Answer) {
        for cookie in answer.headers.get_all("set-cookie") {
            let (pair, _) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|kept| kept.split_once('=').unwrap().0 != name);
            if !value.is_empty() {
                self.cookies.push(pair.to_owned());
            }
        }
    }
}

impl Answer {
    /// A header's value, or an empty text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The codes of a refusal. Fails if the refusal is incomplete.
    pub(crate) fn codes(&self) -> Vec<&str> {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let problem = &self.body;
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(problem["status"], self.status);
        for text in ["title", "detail"] {
            assert!(problem[text].as_str().is_some_and(|text| !text.is_empty()), "{self:?}");
        }
        // The detail is for programmers, so it differs from the notice.
        let has_own_detail = problem["codes"][0] == "bad-request" || self.status == 408;
        assert_eq!(problem["notice"]["description"] == problem["detail"], !has_own_detail);
        assert_eq!(problem["notice"]["variant"], "destructive");
        if matches!(self.status, 429 | 503) {
            assert!(self.header("retry-after").parse::<u64>().unwrap() > 0, "{self:?}");
        }
        let codes = problem["codes"].as_array().unwrap();
        assert!(!codes.is_empty());
        codes.iter().map(|code| code.as_str().unwrap()).collect()
    }

    /// Whether it is a refusal with this status and this code.
    pub(crate) fn is(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.codes()), (status, vec![code]), "{self:?}");
    }

    /// The value of an accepted answer.
    pub(crate) fn value(&self) -> &Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        assert_eq!(self.body["outcome"], "accepted", "{self:?}");
        &self.body["value"]
    }
}

fn is_device(cookie: &str) -> bool {
    cookie.split_once('=').unwrap().0.ends_with("device")
}

/// The whole body.
pub(crate) async fn read(body: Body) -> String {
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    String::from_utf8(bytes.into()).unwrap()
}

/// Encodes spaces in an address as a browser does.
fn path_and_query(path: &str) -> Uri {
    path.replace(' ', "%20").parse().unwrap()
}
