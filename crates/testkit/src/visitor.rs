//! A visitor with a browser, who sends requests to a server and keeps its cookies.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Request;

use crate::{Server, proof};

/// The first owner's mobile number: what a server is started with as `--admin-number`.
pub const ADMIN: &str = "1000000000";

/// The secret of the first owner's app, in base 32: `--admin-totp-secret`.
pub const ADMIN_TOTP_SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 64 << 20;

/// A person with a browser.
#[derive(Clone)]
pub struct Visitor {
    agent: Agent,
    url: String,
    /// The `X-Forwarded-For` header, if the test acts as the proxy.
    forwarded_for: Option<String>,
    cookies: BTreeMap<String, String>,
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// A text if it is not JSON.
    pub body: Value,
    /// How long it took, body and all.
    pub took: Duration,
    cookies: Vec<(String, String)>,
}

impl Answer {
    /// Whether the status is 2xx.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Visitor {
    /// A visitor of this server (its base URL) who is not logged in.
    #[must_use]
    pub fn at(url: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        let (url, cookies) = (url.to_owned(), BTreeMap::new());
        Self { agent: config.into(), url, forwarded_for: None, cookies }
    }

    /// The same visitor, for whom a proxy says `X-Forwarded-For`.
    #[must_use]
    pub fn forwarded_for(&self, addresses: &str) -> Self {
        Self { forwarded_for: Some(addresses.to_owned()), ..self.clone() }
    }

    /// The same visitor, who claims to be a proxy for `address`.
    #[must_use]
    pub fn claiming(&self, address: &str) -> Self {
        let own = self.forwarded_for.as_deref().unwrap_or_default();
        self.forwarded_for(&format!("{address}, {own}"))
    }

    /// The same visitor, with a cookie.
    #[must_use]
    pub fn with_cookie(mut self, name: &str, value: &str) -> Self {
        self.cookies.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Takes over the cookies of an answer.
    pub fn keep_cookies(&mut self, answer: &Answer) {
        self.cookies.extend(answer.cookies.iter().cloned());
    }

    /// The `Cookie` header, if there are cookies.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        let pairs = pairs.collect::<Vec<_>>().join("; ");
        (!pairs.is_empty()).then_some(pairs)
    }

    /// Sends a request. `key` is its idempotency key.
    ///
    /// # Errors
    ///
    /// If there is no whole answer within a minute.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&[u8]>,
    ) -> anyhow::Result<Answer> {
        self.send_as("application/json", method, path, key, body)
    }

    /// The same, with a body of this media type.
    fn send_as(
        &self,
        kind: &str,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&[u8]>,
    ) -> anyhow::Result<Answer> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in [
            ("X-Forwarded-For", self.forwarded_for.as_deref()),
            ("Idempotency-Key", key),
            ("Cookie", self.cookie().as_deref()),
        ] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let begin = Instant::now();
        let mut response = match body {
            None => self.agent.run(request.body(())?)?,
            Some(body) => self.agent.run(request.header("Content-Type", kind).body(body)?)?,
        };
        let bytes = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec()?;
        let text = || Value::String(String::from_utf8_lossy(&bytes).into_owned());
        let set_cookie = response.headers().get_all("set-cookie").iter();
        let pair = |value: &str| {
            let (name, value) = value.split(';').next()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        Ok(Answer {
            status: response.status().as_u16(),
            body: serde_json::from_slice(&bytes).unwrap_or_else(|_| text()),
            took: begin.elapsed(),
            cookies: set_cookie.filter_map(|value| pair(value.to_str().ok()?)).collect(),
        })
    }

    /// Asks for a page or a list; errors as [`Self::send`] has them.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn get(&self, path: &str) -> anyhow::Result<Answer> {
        self.send("GET", path, None, None)
    }

    /// Posts JSON.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn post(&self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("POST", path, None, Some(body.to_string().as_bytes()))
    }

    /// Posts a form, as a browser without script does.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> anyhow::Result<Answer> {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let kind = "application/x-www-form-urlencoded";
        self.send_as(kind, "POST", path, None, Some(form.as_bytes()))
    }

    /// Posts JSON with an idempotency key.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn post_once(&self, path: &str, key: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("POST", path, Some(key), Some(body.to_string().as_bytes()))
    }

    /// Puts JSON.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn put(&self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("PUT", path, None, Some(body.to_string().as_bytes()))
    }

    /// Submits a referral with an idempotency key.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn refer(&self, key: &str, draft: &Value) -> anyhow::Result<Answer> {
        self.post_once("/api/referrals", key, &json!({ "draft": draft }))
    }

    /// Refers a person with this name. The other fields are always the same.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn refer_person(&self, key: &str, name: &str) -> anyhow::Result<Answer> {
        self.refer(key, &draft("919840012345", name, "Wants to begin in January."))
    }

    /// Asks for a code without a proof of work.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn ask_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        self.post("/api/codes", &json!({ "mobile": mobile }))
    }

    /// Asks for a code as the page does, with a proof of work if the server requires one.
    ///
    /// # Errors
    ///
    /// As [`Self::send`].
    pub fn get_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        let answer = self.ask_for_code(mobile)?;
        let puzzle = &answer.body["puzzle"];
        if answer.status != 428 || puzzle.is_null() {
            return Ok(answer);
        }
        self.post("/api/codes", &json!({ "mobile": mobile, "proof": proof(puzzle) }))
    }

    /// Logs in and keeps the cookies. `mode` is `login` or `signup`.
    ///
    /// # Errors
    ///
    /// If the server does not let them in.
    pub fn log_in(mut self, server: &Server, mobile: &str, mode: &str) -> anyhow::Result<Self> {
        let sent = self.get_code(mobile)?;
        let answer = self.submit_code(&sent, &server.code_for(mobile)?, mode)?;
        ensure!(answer.is_success(), "{mobile} may not log in: {}", answer.body);
        self.keep_cookies(&answer);
        Ok(self)
    }

    /// Sends a code back, to log in. `sent` is the answer to the request for the code.
    ///
    /// # Errors
    ///
    /// As [`Self::send`], or if no code was sent.
    pub fn submit_code(&self, sent: &Answer, code: &str, mode: &str) -> anyhow::Result<Answer> {
        let challenge = sent.body["value"]["challenge"].as_str();
        let challenge = challenge.with_context(|| format!("no code was sent: {}", sent.body))?;
        self.post("/api/session", &json!({ "challenge": challenge, "mode": mode, "code": code }))
    }

    /// The first owner confirms the session with the code that the app shows now.
    ///
    /// # Errors
    ///
    /// If the server refuses it.
    pub fn confirm(mut self) -> anyhow::Result<Self> {
        let code = json!({ "code": second_factor(Duration::ZERO)? });
        let answer = self.post("/api/session/second-factor", &code)?;
        ensure!(answer.is_success(), "the second factor was refused: {}", answer.body);
        self.keep_cookies(&answer);
        Ok(self)
    }
}

/// Invites a member of staff, who has set up an app as the second factor and is logged in with it.
///
/// # Errors
///
/// If the server refuses it.
pub fn hire(
    owner: &Visitor,
    newcomer: Visitor,
    server: &Server,
    mobile: &str,
    role: &str,
) -> anyhow::Result<Visitor> {
    let invitation = json!({ "mobile": mobile, "name": role, "role": role, "services": [] });
    let invited = owner.post("/api/staff", &invitation)?;
    ensure!(invited.is_success(), "nobody may be invited: {}", invited.body);
    let mut newcomer = newcomer.log_in(server, mobile, "login")?;
    let offered = newcomer.post("/api/second-factors/totp", &Value::Null)?;
    let secret = offered.body["secret"].as_str().context("no secret for an app")?;
    let code = json!({ "code": code_of(secret, Duration::ZERO)? });
    let answer = newcomer.put("/api/second-factors/totp", &code)?;
    ensure!(answer.is_success(), "the second factor was refused: {}", answer.body);
    newcomer.keep_cookies(&answer);
    Ok(newcomer)
}

/// A draft of a referral by a guest.
#[must_use]
pub fn draft(referrer_phone: &str, referred_name: &str, notes: &str) -> Value {
    json!({
        "referrerName": "Asha Rao",
        "referrerPhone": referrer_phone,
        "referredName": referred_name,
        "referredPhone": "+974 4455 5666",
        "service": "training",
        "notes": notes,
    })
}

/// The code that the first owner's app shows after `from_now`.
///
/// # Errors
///
/// If the clock is before 1970.
pub fn second_factor(from_now: Duration) -> anyhow::Result<String> {
    code_of(ADMIN_TOTP_SECRET, from_now)
}

fn code_of(secret: &str, from_now: Duration) -> anyhow::Result<String> {
    let secret = totp_rs::Secret::try_from_base32(secret)?;
    let totp = totp_rs::Builder::new().with_secret(secret).build()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(totp.generate((now + from_now).as_secs()).to_string())
}
