//! Anybody who sends requests to the server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, ensure};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::http::Request;

use crate::server::{SECRET, Server};

/// Somebody with a browser.
#[derive(Clone)]
pub(crate) struct Visitor {
    agent: Agent,
    url: String,
    /// From which address their requests came to the proxy, where a trial stands in for one.
    forwarded_for: Option<String>,
    cookies: BTreeMap<String, String>,
}

/// What came back, and after how long.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `null` for what is no JSON.
    pub(crate) body: Value,
    pub(crate) took: Duration,
    cookies: Vec<(String, String)>,
}

impl Answer {
    /// Whether the server did what it was asked for.
    pub(crate) fn is_done(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Visitor {
    /// Somebody who is not logged in.
    pub(crate) fn new(server: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        let (url, cookies) = (server.to_owned(), BTreeMap::new());
        Self { agent: config.into(), url, forwarded_for: None, cookies }
    }

    /// Somebody at this address, behind the proxy that the trial stands in for.
    pub(crate) fn at(server: &Server, address: &str) -> Self {
        Self { forwarded_for: Some(address.to_owned()), ..Self::new(&server.url()) }
    }

    /// One of many strangers, each in a network of their own.
    pub(crate) fn stranger(server: &Server, number: usize) -> Self {
        Self::at(server, &format!("203.{}.{}.9", number / 250 % 250, number % 250))
    }

    /// The same person, who claims that their request came from `address` on its way to the proxy.
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

    /// All their cookies as a header has them, if they have any.
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

    /// Submits a referral under an idempotency key.
    pub(crate) fn refer(&self, key: &str, draft: &Value) -> anyhow::Result<Answer> {
        let submission = json!({ "draft": draft, "date": "22/11/2026" }).to_string();
        self.send("POST", "/api/referrals", Some(key), Some(submission.as_bytes()))
    }

    /// Refers somebody of this name, as a guest or under the own account.
    pub(crate) fn refer_person(&self, key: &str, name: &str) -> anyhow::Result<Answer> {
        self.refer(key, &draft("919840012345", name, "Wants to begin in January."))
    }

    /// Asks for a code without doing any work for it.
    pub(crate) fn ask_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        self.post("/api/codes", &json!({ "mobile": mobile }))
    }

    /// Asks for a code as the page does: where work is asked for first, it is done.
    pub(crate) fn work_for_code(&self, mobile: &str) -> anyhow::Result<Answer> {
        let answer = self.ask_for_code(mobile)?;
        let puzzle = &answer.body["puzzle"];
        if answer.status != 428 || puzzle.is_null() {
            return Ok(answer);
        }
        let proof = json!({ "puzzle": puzzle, "solution": solve(puzzle)? });
        self.post("/api/codes", &json!({ "mobile": mobile, "proof": proof }))
    }

    /// Logs in, and is known to the server from then on. `mode` is `login` or `signup`.
    pub(crate) fn log_in(
        mut self,
        server: &Server,
        mobile: &str,
        mode: &str,
    ) -> anyhow::Result<Self> {
        let sent = self.work_for_code(mobile)?;
        let answer = self.give_code(&sent, &server.code_for(mobile)?, mode)?;
        ensure!(answer.is_done(), "{mobile} may not log in: {}", answer.body);
        self.cookies.extend(answer.cookies);
        Ok(self)
    }

    /// Gives a code back.
    pub(crate) fn give_code(
        &self,
        sent: &Answer,
        code: &str,
        mode: &str,
    ) -> anyhow::Result<Answer> {
        let challenge = sent.body["value"]["challenge"].as_str();
        let challenge = challenge.with_context(|| format!("no code was sent: {}", sent.body))?;
        self.post("/api/session", &json!({ "challenge": challenge, "mode": mode, "code": code }))
    }

    /// The admin gives the second factor, as their authenticator app shows it now.
    pub(crate) fn confirm(mut self) -> anyhow::Result<Self> {
        let code = json!({ "code": second_factor(Duration::ZERO)? });
        let answer = self.post("/api/session/second-factor", &code)?;
        ensure!(answer.is_done(), "the second factor was refused: {}", answer.body);
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

/// What the admin's authenticator app shows so long from now.
pub(crate) fn second_factor(from_now: Duration) -> anyhow::Result<String> {
    let secret = totp_rs::Secret::try_from_base32(SECRET)?;
    let totp = totp_rs::Builder::new().with_secret(secret).build()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(totp.generate((now + from_now).as_secs()).to_string())
}

/// Does the same thing so many times at once, each with its place; what came of each.
pub(crate) fn at_once<T: Send>(
    count: usize,
    act: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let act = &act;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|place| scope.spawn(move || act(place))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().map_err(|_| anyhow!("a visitor's thread has ended"))?
        };
        threads.into_iter().map(join).collect()
    })
}

/// Does something `all` times, so often a second whether or not the answers keep up, by so many people
/// at once. Who it is, which time it is and when it was due is told to `act`.
pub(crate) fn at_a_pace(
    people: usize,
    a_second: u32,
    all: usize,
    act: impl Fn(usize, usize, Instant) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    at_once(people, |person| {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= all {
                return Ok(());
            }
            let due = begin + Duration::from_secs(1) * place as u32 / a_second;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            act(person, place, due)?;
        }
    })?;
    Ok(())
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
