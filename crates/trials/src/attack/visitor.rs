//! Anybody who sends requests to the server, from an address of their own.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::http::Request;

use crate::people::second_factor;
use crate::server::Server;

/// Somebody at an address. The trial stands in for the proxy that a server has in front, and so says
/// from which address each request came.
#[derive(Clone)]
pub(super) struct Visitor {
    agent: Agent,
    url: String,
    forwarded_for: String,
    cookies: BTreeMap<String, String>,
}

/// What came back, and after how long.
pub(super) struct Answer {
    pub(super) status: u16,
    /// `null` for what is no JSON.
    pub(super) body: Value,
    pub(super) took: Duration,
    cookies: Vec<(String, String)>,
}

impl Answer {
    /// Whether the server did what it was asked for.
    pub(super) fn is_done(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Visitor {
    /// Somebody who is not logged in, at this address.
    pub(super) fn at(server: &Server, address: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        Self {
            agent: config.into(),
            url: server.url(),
            forwarded_for: address.to_owned(),
            cookies: BTreeMap::new(),
        }
    }

    /// One of many strangers, each in a network of their own.
    pub(super) fn stranger(server: &Server, number: usize) -> Self {
        Self::at(server, &format!("203.{}.{}.9", number / 250 % 250, number % 250))
    }

    /// The same person, who claims that their request came from `address` on its way to the proxy.
    pub(super) fn claiming(&self, address: &str) -> Self {
        let forwarded_for = format!("{address}, {}", self.forwarded_for);
        Self { forwarded_for, ..self.clone() }
    }

    /// Sends a request. `key` is its idempotency key.
    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&[u8]>,
    ) -> anyhow::Result<Answer> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("X-Forwarded-For", &self.forwarded_for);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        if !self.cookies.is_empty() {
            let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
            request = request.header("Cookie", pairs.collect::<Vec<_>>().join("; "));
        }
        let begin = Instant::now();
        let mut response = match body {
            None => self.agent.run(request.body(())?)?,
            Some(body) => {
                let request = request.header("Content-Type", "application/json");
                self.agent.run(request.body(body)?)?
            }
        };
        let text = response.body_mut().with_config().limit(64 << 20).read_to_vec()?;
        let set = response.headers().get_all("set-cookie").iter();
        let pair = |value: &str| {
            let (name, value) = value.split(';').next()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        Ok(Answer {
            status: response.status().as_u16(),
            body: serde_json::from_slice(&text).unwrap_or_default(),
            took: begin.elapsed(),
            cookies: set.filter_map(|value| pair(value.to_str().ok()?)).collect(),
        })
    }

    pub(super) fn get(&self, path: &str) -> anyhow::Result<Answer> {
        self.send("GET", path, None, None)
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("POST", path, None, Some(body.to_string().as_bytes()))
    }

    /// Submits a referral under an idempotency key.
    pub(super) fn refer(&self, key: &str, draft: &Value) -> anyhow::Result<Answer> {
        let submission = json!({ "draft": draft, "date": "22/11/2026" }).to_string();
        self.send("POST", "/api/referrals", Some(key), Some(submission.as_bytes()))
    }

    /// Asks for a code without doing any work for it.
    pub(super) fn ask_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        self.post("/api/codes", &json!({ "mobile": mobile }))
    }

    /// Asks for a code as the page does: where work is asked for first, it is done.
    pub(super) fn work_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        let answer = self.ask_for_code(mobile)?;
        let puzzle = &answer.body["puzzle"];
        if answer.status != 428 || puzzle.is_null() {
            return Ok(answer);
        }
        let proof = json!({ "puzzle": puzzle, "solution": solve(puzzle)? });
        self.post("/api/codes", &json!({ "mobile": mobile, "proof": proof }))
    }

    /// Logs in, and is known to the server from then on. `mode` is `login` or `signup`.
    pub(super) fn log_in(
        mut self,
        server: &Server,
        mobile: &str,
        mode: &str,
    ) -> anyhow::Result<Self> {
        let sent = self.work_for_code(mobile)?;
        let answer = self.enter(&sent, &server.code_for(mobile)?, mode)?;
        ensure!(answer.is_done(), "{mobile} may not log in: {}", answer.body);
        self.cookies.extend(answer.cookies);
        Ok(self)
    }

    /// Gives a code back.
    pub(super) fn enter(&self, sent: &Answer, code: &str, mode: &str) -> anyhow::Result<Answer> {
        let challenge = sent.body["value"]["challenge"].as_str();
        let challenge = challenge.with_context(|| format!("no code was sent: {}", sent.body))?;
        self.post("/api/session", &json!({ "challenge": challenge, "mode": mode, "code": code }))
    }

    /// The admin gives the second factor, as their authenticator app shows it now.
    pub(super) fn confirm(mut self) -> anyhow::Result<Self> {
        let code = json!({ "code": second_factor(Duration::ZERO)? });
        let answer = self.post("/api/session/second-factor", &code)?;
        ensure!(answer.is_done(), "the second factor was refused: {}", answer.body);
        self.cookies.extend(answer.cookies);
        Ok(self)
    }
}

/// A draft of a referral by a guest.
pub(super) fn draft(referrer_phone: &str, referred_name: &str, notes: &str) -> Value {
    json!({
        "referrerName": "Asha Rao",
        "referrerPhone": referrer_phone,
        "referredName": referred_name,
        "referredPhone": "+974 4455 5666",
        "service": "training",
        "notes": notes,
    })
}

/// The number for which the hash of the puzzle's text and that number begins with enough zeros.
fn solve(puzzle: &Value) -> anyhow::Result<u64> {
    let text = puzzle["text"].as_str().context("a puzzle without a text")?;
    let bits = puzzle["bits"].as_u64().context("a puzzle without its difficulty")?;
    ensure!(bits <= 26, "a phone would work for minutes: {bits} bits");
    let begun = Sha256::new_with_prefix(text);
    let is_solved = |solution: &u64| {
        let hash = begun.clone().chain_update(solution.to_string()).finalize();
        let first: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(|place| hash[place]);
        u64::from(u64::from_be_bytes(first).leading_zeros()) >= bits
    };
    (0..u64::MAX).find(is_solved).context("a puzzle without a solution")
}
