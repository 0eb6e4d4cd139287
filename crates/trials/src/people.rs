//! Those who use the site: they submit referrals and look at lists.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use ureq::Agent;

use crate::server::{SECRET, Server};

/// Somebody with a browser.
pub(crate) struct Person {
    agent: Agent,
    url: String,
    cookie: Option<String>,
}

impl Person {
    /// Somebody who is not logged in.
    pub(crate) fn new(url: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(20)))
            .build();
        Self { agent: config.into(), url: url.to_owned(), cookie: None }
    }

    /// Somebody who has logged in with this number, which is registered unless it is the admin's.
    pub(crate) fn logged_in(server: &Server, mobile: &str, mode: &str) -> anyhow::Result<Self> {
        let mut person = Self::new(&server.url());
        let sent = person.post("/api/codes", None, &json!({ "mobile": mobile }))?.body;
        let challenge = sent["value"]["challenge"].as_str().context("no code was sent")?;
        let code = server.code_for(mobile)?;
        let entrance = json!({ "challenge": challenge, "mode": mode, "code": code });
        let answer = person.post("/api/session", None, &entrance)?;
        person.cookie = answer.cookie;
        person.cookie.as_ref().context("the login was refused")?;
        Ok(person)
    }

    /// The admin gives the second factor, as their authenticator app shows it now.
    pub(crate) fn confirm(&mut self) -> anyhow::Result<()> {
        let code = json!({ "code": second_factor(Duration::ZERO)? });
        let answer = self.post("/api/session/second-factor", None, &code)?;
        ensure!(answer.status == 200, "the second factor was refused: {}", answer.body);
        self.cookie = answer.cookie;
        Ok(())
    }

    /// What they would send as their cookies.
    pub(crate) fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// A guest refers somebody, who has this name, under an idempotency key.
    pub(crate) fn refer(&self, key: &str, name: &str) -> Result<Answer, ureq::Error> {
        let draft = json!({
            "referrerName": "Asha Rao",
            "referrerPhone": "919840012345",
            "referredName": name,
            "referredPhone": "9744555666",
            "service": "training",
            "notes": "Wants to begin in January.",
        });
        self.post("/api/referrals", Some(key), &json!({ "draft": draft, "date": "21/11/2026" }))
    }

    /// Reads something.
    pub(crate) fn get(&self, path: &str) -> Result<Answer, ureq::Error> {
        let mut request = self.agent.get(format!("{}{path}", self.url));
        if let Some(cookie) = &self.cookie {
            request = request.header("Cookie", cookie);
        }
        Answer::of(request.call()?)
    }

    /// What is found of a text.
    pub(crate) fn search(&self, text: &str) -> Result<Answer, ureq::Error> {
        self.post("/api/referrals/search", None, &json!({ "search": text }))
    }

    fn post(&self, path: &str, key: Option<&str>, body: &Value) -> Result<Answer, ureq::Error> {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("Cookie", cookie);
        }
        Answer::of(request.send_json(body)?)
    }
}

/// What the admin's authenticator app shows so long from now.
pub(crate) fn second_factor(from_now: Duration) -> anyhow::Result<String> {
    let secret = totp_rs::Secret::try_from_base32(SECRET)?;
    let totp = totp_rs::Builder::new().with_secret(secret).build()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(totp.generate((now + from_now).as_secs()).to_string())
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `null` for what is no JSON.
    pub(crate) body: Value,
    cookie: Option<String>,
}

impl Answer {
    fn of(mut response: ureq::http::Response<ureq::Body>) -> Result<Self, ureq::Error> {
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).map(str::to_owned);
        let text = response.body_mut().read_to_vec()?;
        let body = serde_json::from_slice(&text).unwrap_or_default();
        Ok(Self { status: response.status().as_u16(), body, cookie })
    }
}
