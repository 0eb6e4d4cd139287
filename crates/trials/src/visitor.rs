//! A visitor with a browser, who sends requests to the server and keeps its cookies.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, ensure};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::http::Request;

use crate::server::{ADMIN_TOTP_SECRET, Server};

#[derive(Clone)]
pub(crate) struct Visitor {
    agent: Agent,
    url: String,
    /// The `X-Forwarded-For` header, if the trial acts as the proxy.
    forwarded_for: Option<String>,
    cookies: BTreeMap<String, String>,
}

/// An answer of the server, and how long it took.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `null` if the body is not JSON.
    pub(crate) body: Value,
    pub(crate) took: Duration,
    cookies: Vec<(String, String)>,
}

impl Answer {
    /// Whether the status is 2xx.
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Visitor {
    /// A visitor who is not logged in.
    pub(crate) fn new(server: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        let (url, cookies) = (server.to_owned(), BTreeMap::new());
        Self { agent: config.into(), url, forwarded_for: None, cookies }
    }

    /// A visitor at this address, behind the proxy that the trial acts as.
    pub(crate) fn at(server: &Server, address: &str) -> Self {
        Self { forwarded_for: Some(address.to_owned()), ..Self::new(&server.url()) }
    }

    /// One of many strangers. Each number below 62,500 has a network of its own.
    pub(crate) fn stranger(server: &Server, number: usize) -> Self {
        Self::at(server, &format!("203.{}.{}.9", number / 250 % 250, number % 250))
    }

    /// The same visitor, who claims to be a proxy for `address`.
    pub(crate) fn claiming(&self, address: &str) -> Self {
        let own = self.forwarded_for.as_deref().unwrap_or_default();
        Self { forwarded_for: Some(format!("{address}, {own}")), ..self.clone() }
    }

    /// Sends a request. `key` is its idempotency key.
    pub(crate) fn send(
        &self,
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
            Some(body) => {
                let request = request.header("Content-Type", "application/json");
                self.agent.run(request.body(body)?)?
            }
        };
        let text = response.body_mut().with_config().limit(64 << 20).read_to_vec()?;
        let set_cookie = response.headers().get_all("set-cookie").iter();
        let pair = |value: &str| {
            let (name, value) = value.split(';').next()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        Ok(Answer {
            status: response.status().as_u16(),
            body: serde_json::from_slice(&text).unwrap_or_default(),
            took: begin.elapsed(),
            cookies: set_cookie.filter_map(|value| pair(value.to_str().ok()?)).collect(),
        })
    }

    /// The `Cookie` header, if there are cookies.
    pub(crate) fn cookie(&self) -> Option<String> {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        let pairs = pairs.collect::<Vec<_>>().join("; ");
        (!pairs.is_empty()).then_some(pairs)
    }

    pub(crate) fn get(&self, path: &str) -> anyhow::Result<Answer> {
        self.send("GET", path, None, None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send("POST", path, None, Some(body.to_string().as_bytes()))
    }

    /// Submits a referral with an idempotency key.
    pub(crate) fn refer(&self, key: &str, draft: &Value) -> anyhow::Result<Answer> {
        let submission = json!({ "draft": draft, "date": "22/11/2026" }).to_string();
        self.send("POST", "/api/referrals", Some(key), Some(submission.as_bytes()))
    }

    /// Refers a person with this name. The other fields are always the same.
    pub(crate) fn refer_person(&self, key: &str, name: &str) -> anyhow::Result<Answer> {
        self.refer(key, &draft("919840012345", name, "Wants to begin in January."))
    }

    /// Asks for a code without a proof of work.
    pub(crate) fn ask_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        self.post("/api/codes", &json!({ "mobile": mobile }))
    }

    /// Asks for a code as the page does, with a proof of work if the server requires one.
    pub(crate) fn get_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        let answer = self.ask_for_code(mobile)?;
        let puzzle = &answer.body["puzzle"];
        if answer.status != 428 || puzzle.is_null() {
            return Ok(answer);
        }
        let proof = json!({ "puzzle": puzzle, "solution": solve(puzzle)? });
        self.post("/api/codes", &json!({ "mobile": mobile, "proof": proof }))
    }

    /// Logs in and keeps the cookies. `mode` is `login` or `signup`.
    pub(crate) fn log_in(
        mut self,
        server: &Server,
        mobile: &str,
        mode: &str,
    ) -> anyhow::Result<Self> {
        let sent = self.get_code(mobile)?;
        let answer = self.submit_code(&sent, &server.code_for(mobile)?, mode)?;
        ensure!(answer.is_success(), "{mobile} may not log in: {}", answer.body);
        self.cookies.extend(answer.cookies);
        Ok(self)
    }

    /// Sends a code back, to log in. `sent` is the answer to the request for the code.
    pub(crate) fn submit_code(
        &self,
        sent: &Answer,
        code: &str,
        mode: &str,
    ) -> anyhow::Result<Answer> {
        let challenge = sent.body["value"]["challenge"].as_str();
        let challenge = challenge.with_context(|| format!("no code was sent: {}", sent.body))?;
        self.post("/api/session", &json!({ "challenge": challenge, "mode": mode, "code": code }))
    }

    /// The admin confirms the session with the code that the authenticator app shows now.
    pub(crate) fn confirm(mut self) -> anyhow::Result<Self> {
        let code = json!({ "code": second_factor(Duration::ZERO)? });
        let answer = self.post("/api/session/second-factor", &code)?;
        ensure!(answer.is_success(), "the second factor was refused: {}", answer.body);
        self.cookies.extend(answer.cookies);
        Ok(self)
    }
}

/// A draft of a referral by a guest.
pub(crate) fn draft(referrer_phone: &str, referred_name: &str, notes: &str) -> Value {
    json!({
        "referrerName": "Asha Rao",
        "referrerPhone": referrer_phone,
        "referredName": referred_name,
        "referredPhone": "+974 4455 5666",
        "service": "training",
        "notes": notes,
    })
}

/// The code that the admin's authenticator app shows after `from_now`.
pub(crate) fn second_factor(from_now: Duration) -> anyhow::Result<String> {
    let secret = totp_rs::Secret::try_from_base32(ADMIN_TOTP_SECRET)?;
    let totp = totp_rs::Builder::new().with_secret(secret).build()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(totp.generate((now + from_now).as_secs()).to_string())
}

/// Calls `act` `count` times at once, each in a thread of its own, with its index.
pub(crate) fn concurrently<T: Send>(
    count: usize,
    act: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let act = &act;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|index| scope.spawn(move || act(index))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().map_err(|_| anyhow!("a visitor's thread panicked"))?
        };
        threads.into_iter().map(join).collect()
    })
}

/// Calls `act` `total` times at a fixed rate, by `people` threads. `act` gets the number of the
/// thread, the number of the call, and the time at which the call was due.
pub(crate) fn at_rate(
    people: usize,
    per_second: u32,
    total: usize,
    act: impl Fn(usize, usize, Instant) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    concurrently(people, |person| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                return Ok(());
            }
            let due = begin + Duration::from_secs(1) * index as u32 / per_second;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            act(person, index, due)?;
        }
    })?;
    Ok(())
}

/// Solves a proof of work: finds the number for which SHA-256 of the text and the number begins
/// with enough zero bits.
fn solve(puzzle: &Value) -> anyhow::Result<u64> {
    let text = puzzle["text"].as_str().context("a puzzle without a text")?;
    let bits = puzzle["bits"].as_u64().context("a puzzle without its difficulty")?;
    ensure!(bits <= 26, "a phone would work for minutes: {bits} bits");
    let prefix = Sha256::new_with_prefix(text);
    let is_solved = |solution: &u64| {
        let hash = prefix.clone().chain_update(solution.to_string()).finalize();
        let first: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(|index| hash[index]);
        u64::from(u64::from_be_bytes(first).leading_zeros()) >= bits
    };
    (0..u64::MAX).find(is_solved).context("a puzzle without a solution")
}
