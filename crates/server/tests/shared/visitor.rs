//! A client of the server's HTTP interface.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::{Request, Response};

/// The referrer's number in all referrals.
pub(crate) const REFERRER: &str = "9876543210";

pub(crate) struct Visitor {
    agent: Agent,
    url: String,
    pub(crate) cookie: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// A text if it is not JSON.
    pub(crate) body: Value,
    cookie: String,
}

impl Visitor {
    pub(crate) fn at(url: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(20)))
            .build();
        Self { agent: config.into(), url: url.to_owned(), cookie: String::new() }
    }

    pub(crate) fn keep_cookie(&mut self, answer: &Answer) {
        self.cookie.clone_from(&answer.cookie);
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None, &Value::Null).unwrap()
    }

    pub(crate) fn post(
        &self,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> Result<Answer, ureq::Error> {
        self.ask("POST", path, key, body)
    }

    /// A guest refers a person with this name, with an idempotency key.
    pub(crate) fn refer(&self, key: &str, name: &str) -> Result<Answer, ureq::Error> {
        let draft = json!({
            "referrerName": "Asha",
            "referrerPhone": REFERRER,
            "referredName": name,
            "referredPhone": "9744555666",
            "service": "training",
            "notes": "",
        });
        self.post("/api/referrals", Some(key), &json!({ "draft": draft, "date": "21/11/2026" }))
    }

    /// `null` sends no body.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: &Value,
    ) -> Result<Answer, ureq::Error> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("Content-Type", "application/json")
            .header("Cookie", &self.cookie);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        Answer::of(self.agent.run(request.body(body)?)?)
    }
}

impl Answer {
    fn of(mut response: Response<ureq::Body>) -> Result<Self, ureq::Error> {
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie =
            cookie.and_then(|value| value.split(';').next()).unwrap_or_default().to_owned();
        let bytes = response.body_mut().read_to_vec()?;
        let body = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into_owned()));
        Ok(Self { status: response.status().as_u16(), body, cookie })
    }
}
