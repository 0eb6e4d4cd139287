//! Pairs of a registered and an unregistered number, requested in turn.

mod links;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use api::{DAY_MS, HostedPolicy};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, header::COOKIE};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::account::{Registration, User};
use domain::mobile::MobileNumber;
use domain::referral;
use domain::rewards::{Receiver, Rule, Rules};
use domain::viewer::Viewer;
use serde_json::{Value, json};
use server::Clock;
use server::db::allowances::Allowance;
use server::db::versions::SetBy;
use server::referrals::records::{Author, Listing, Scope};
use server::sharing::person::sql::{NewPage, Said, SaidOnPage};
use server::{db::Store, login::records::NewSession};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use self::links::LinkTimes;
use crate::interface::{answer, post, state};
use crate::statements;

/// A text that is never a code, so it is wrong for all.
const WRONG: &str = "no code";

/// The session of the member who gives commands.
const TOKEN: [u8; 32] = [9; 32];

/// Numbers of later places, which no other part refers.
const PAIRS_APART: usize = 100_000;

pub(crate) struct Pairs {
    router: Router,
    now: Arc<AtomicU64>,
    pub(crate) sends: Times,
    pub(crate) tries: Times,
    pub(crate) submissions: Times,
    pub(crate) commands: Times,
    pub(crate) corrections: Times,
    pub(crate) unwanted: Times,
    pub(crate) links: LinkTimes,
    /// The whole site, for what is no part of the interface.
    pages: Router,
    store: Store,
    _folder: TempDir,
}

/// How long the answers took.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) known: Vec<Duration>,
    pub(crate) unknown: Vec<Duration>,
}

/// Everything in an answer, except values that are different each time; and what it took.
#[derive(Debug, PartialEq)]
struct Told {
    status: u16,
    headers: HeaderMap,
    body: String,
    /// Empty while times are compared.
    statements: Vec<String>,
}

impl Pairs {
    /// With this many registered numbers.
    pub(crate) async fn new(count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("site.db").display());
        let store = Store::open(&database).await.unwrap();
        for place in 0..count {
            let user = User::of(MobileNumber::parse(&number(place, true)).unwrap());
            let mut token = [0; 32];
            token[..8].copy_from_slice(&(place as u64).to_be_bytes());
            let now = at(DAY_MS);
            let signed_up = Some(user.clone());
            let session = NewSession {
                token,
                user,
                now,
                replaces: None,
                device: None,
                language: "en",
                first_owner: None,
            };
            let enter = |_: Registration| Ok(signed_up.clone());
            store.open_session(&session, &enter).await.unwrap().unwrap();
        }
        let now = Arc::new(AtomicU64::new(DAY_MS));
        let hands = Arc::clone(&now);
        let clock = Clock::of(move || at(hands.load(Ordering::SeqCst)));
        let rule = Rule {
            id: "success".to_owned(),
            service: None,
            gives: 500,
            to: Receiver::Referrer,
            hold_days: 0,
            valid_months: None,
            nth: None,
            cap: None,
            from: None,
            until: None,
        };
        let next = |_: &Rules| Rules::checked(std::slice::from_ref(&rule), |_| false);
        let by = SetBy { staff: "s1", at: at(DAY_MS), session: None };
        store.publish_rulebook(0, &by, &next).await.unwrap();
        let (sends, tries, submissions, commands, corrections, unwanted) = Default::default();
        let state = state(store.clone(), clock);
        let pages = links::pages(&state);
        let router = server::interface(state);
        Self {
            router,
            now,
            sends,
            tries,
            submissions,
            commands,
            corrections,
            unwanted,
            links: LinkTimes::default(),
            pages,
            store,
            _folder: folder,
        }
    }

    /// Logs in a member, who gives commands.
    pub(crate) async fn log_in(&self) {
        let user = User::of(MobileNumber::parse("9000000000").unwrap());
        let (token, signed_up) = (Sha256::digest(TOKEN).into(), Some(user.clone()));
        let now = at(self.now.load(Ordering::SeqCst));
        let session = NewSession {
            token,
            user,
            now,
            replaces: None,
            device: None,
            language: "en",
            first_owner: None,
        };
        let enter = |_: Registration| Ok(signed_up.clone());
        self.store.open_session(&session, &enter).await.unwrap().unwrap();
    }

    /// The member refers both of a pair, one of whom is registered, gives a command that is refused, and corrects
    /// the number to that of somebody who was referred before.
    pub(crate) async fn command(&mut self, place: usize) {
        let known_first = getrandom::u32().unwrap().is_multiple_of(2);
        let mut told = [None, None];
        for known in [known_first, !known_first] {
            // After a minute, the next request writes when the session was used. That is the submission, which is not
            // compared.
            self.now.fetch_add(61_000, Ordering::SeqCst);
            let draft = json!({
                "referrerName": "", "referrerPhone": "", "referredName": "Meera",
                "referredPhone": number(place, known), "service": "training", "notes": "",
            });
            let made = self.as_member("/api/referrals", &json!({ "draft": draft })).await.1;
            assert_eq!(made.status, 201, "{}", made.body);
            let made: Value = serde_json::from_str(&made.body).unwrap();
            let key = made["value"]["key"].as_str().unwrap().to_owned();
            let path = format!("/api/referrals/{key}/commands");
            let note = json!({ "version": 1, "command": { "kind": "note", "note": "x" } });
            let (time, refused) = self.as_member(&path, &note).await;
            self.commands.of(known).push(time);
            let apart = 2 * (place + PAIRS_APART) + usize::from(known);
            let phone = format!("+974 55{apart:06}");
            // Of the unknown one, somebody else is referred.
            let referred = if known { phone.clone() } else { format!("+974 66{apart:06}") };
            self.refer_as_guest(&referred).await;
            // What comes within a millisecond of another is dated after it.
            self.now.fetch_add(1_000, Ordering::SeqCst);
            let command =
                json!({ "kind": "correct", "field": "referredPhone", "text": phone, "note": "" });
            let correct = json!({ "version": 1, "command": command });
            let (time, corrected) = self.as_member(&path, &correct).await;
            self.corrections.of(known).push(time);
            assert_eq!((refused.status, corrected.status), (403, 200), "{}", corrected.body);
            told[usize::from(known)] = Some((refused, corrected.statements));
        }
        assert_eq!(told[0], told[1]);
    }

    async fn refer_as_guest(&self, phone: &str) {
        let draft = json!({
            "referrerName": "Asha", "referrerPhone": "9876543210", "referredName": "Meera",
            "referredPhone": phone, "service": "training", "notes": "",
        });
        let mut request = post("/api/referrals", &json!({ "draft": draft }));
        request.headers_mut().insert("idempotency-key", new_key());
        let (_, made) = self.timed_request(request).await;
        assert_eq!(made.status, 201, "{}", made.body);
    }

    async fn as_member(&self, path: &str, body: &Value) -> (Duration, Told) {
        let mut request = post(path, body);
        let cookie = format!("session={}", URL_SAFE_NO_PAD.encode(TOKEN));
        request.headers_mut().insert(COOKIE, cookie.parse().unwrap());
        request.headers_mut().insert("idempotency-key", new_key());
        self.timed_request(request).await
    }

    /// Requests a code for each number of a pair and sends a wrong one.
    pub(crate) async fn ask(&mut self, place: usize) {
        // Codes of the previous day do not count any more.
        self.now.fetch_add(2 * DAY_MS, Ordering::SeqCst);
        let known_first = getrandom::u32().unwrap().is_multiple_of(2);
        let order = [known_first, !known_first];
        let mut challenges = [String::new(), String::new()];
        let mut told = [None, None];
        for known in order {
            let number = number(place, known);
            let asked = json!({ "mobile": number });
            let (time, mut sent) = self.timed("/api/codes", &asked).await;
            self.sends.of(known).push(time);
            let body: Value = serde_json::from_str(&sent.body).unwrap();
            let challenge = body["value"]["challenge"].as_str().unwrap().to_owned();
            sent.body = sent.body.replace(&challenge, "").replace(&numbers::shown(&number), "");
            told[usize::from(known)] = Some(sent);
            challenges[usize::from(known)] = challenge;
        }
        assert_eq!(told[0].as_ref().unwrap().status, 202);
        assert_eq!(told[0], told[1]);
        for known in order {
            let challenge = &challenges[usize::from(known)];
            let wrong = json!({ "challenge": challenge, "mode": "login", "code": WRONG });
            let (time, tried) = self.timed("/api/session", &wrong).await;
            self.tries.of(known).push(time);
            told[usize::from(known)] = Some(tried);
        }
        assert_eq!(told[0].as_ref().unwrap().status, 422);
        assert_eq!(told[0], told[1]);
    }

    /// Refers both of a pair, one of whom was referred before.
    pub(crate) async fn refer(&mut self, place: usize) {
        self.now.fetch_add(60_000, Ordering::SeqCst);
        self.submitted(place, true, "55", "before").await;
        let known_first = getrandom::u32().unwrap().is_multiple_of(2);
        let mut told = [None, None];
        for known in [known_first, !known_first] {
            self.now.fetch_add(1000, Ordering::SeqCst);
            let (time, submitted) = self.submitted(place, known, "55", "again").await;
            self.submissions.of(known).push(time);
            told[usize::from(known)] = Some(submitted);
        }
        assert_eq!(told[0].as_ref().unwrap().status, 201);
        assert_eq!(told[0], told[1]);
    }

    /// Refers both of a pair again, one of whom has said that they are never to be contacted.
    pub(crate) async fn refer_unwanted(&mut self, place: usize) {
        for known in [true, false] {
            self.now.fetch_add(1000, Ordering::SeqCst);
            self.submitted(place, known, "66", "before").await;
        }
        self.never(place).await;
        let known_first = getrandom::u32().unwrap().is_multiple_of(2);
        let mut told = [None, None];
        for known in [known_first, !known_first] {
            self.now.fetch_add(1000, Ordering::SeqCst);
            let (time, submitted) = self.submitted(place, known, "66", "again").await;
            self.unwanted.of(known).push(time);
            told[usize::from(known)] = Some(submitted);
        }
        assert_eq!(told[0].as_ref().unwrap().status, 201);
        assert_eq!(told[0], told[1]);
    }

    /// The known one of a pair says so on their page.
    async fn never(&self, place: usize) {
        let (store, now) = (&self.store, at(self.now.load(Ordering::SeqCst)));
        let find = Listing { search: phone(place, true, "66"), ..Listing::of(Scope::All, 1) };
        let key = store.list(&find).await.unwrap().items[0].key.clone();
        let by = Author::guest();
        let mut token = [0; 32];
        token[..8].copy_from_slice(&(place as u64).to_be_bytes());
        let new = NewPage {
            key: &key,
            token: &token,
            now,
            expires_at: at(now.as_millis() + 1),
            actor: &Viewer::Guest,
            by: &by,
            allowance: &Allowance { of: [1; 32], limit: u32::MAX },
        };
        store.make_page(&new, &|_| Ok(None)).await.unwrap();
        let policy = HostedPolicy::default();
        let number = numbers::key(&phone(place, true, "66"));
        let said = store.say_on_page(&token, &number, &|_| true, &Said::Never, &policy, now);
        assert!(matches!(said.await.unwrap(), SaidOnPage::Done(_)));
        store.close_unwanted(&number, now).await.unwrap();
    }

    async fn submitted(
        &self,
        place: usize,
        known: bool,
        prefix: &str,
        key: &str,
    ) -> (Duration, Told) {
        let phone = phone(place, known, prefix);
        let draft = json!({
            "referrerName": "Asha", "referrerPhone": "9876543210", "referredName": "Meera",
            "referredPhone": phone, "service": "training", "notes": "",
        });
        let mut request = post("/api/referrals", &json!({ "draft": draft }));
        let key = format!("{key} {prefix} {place} {known} of a pair").replace(' ', "-");
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        let (time, mut told) = self.timed_request(request).await;
        let body: Value = serde_json::from_str(&told.body).unwrap();
        let value = &body["value"];
        for own in [&value["key"], &value["referredShown"], &value["referral"]["id"]] {
            let own = own.as_str().map_or(own.to_string(), str::to_owned);
            told.body = told.body.replace(&own, "");
        }
        told.body = told.body.replace(&phone, "");
        (time, told)
    }

    async fn timed(&self, path: &str, body: &Value) -> (Duration, Told) {
        self.timed_request(post(path, body)).await
    }

    async fn timed_request(&self, request: Request<Body>) -> (Duration, Told) {
        timed_by(&self.router, request).await
    }
}

async fn timed_by(router: &Router, request: Request<Body>) -> (Duration, Told) {
    let timed = async {
        let start = Instant::now();
        let answer = answer(router, request).await;
        (start.elapsed(), answer)
    };
    let ((time, (head, body)), statements) = statements::of(timed).await;
    let mut headers = head.headers;
    headers.remove("x-request-id").unwrap();
    let body = String::from_utf8(body.into()).unwrap();
    (time, Told { status: head.status.as_u16(), headers, body, statements })
}

impl Times {
    fn of(&mut self, known: bool) -> &mut Vec<Duration> {
        if known { &mut self.known } else { &mut self.unknown }
    }

    /// The share of pairs in which the known number's answer took longer. Other load on the machine
    /// changes from second to second, but hardly within a pair.
    pub(crate) fn known_longer(&self) -> f64 {
        let pairs = self.known.iter().zip(&self.unknown);
        let longer = pairs.filter(|(known, unknown)| known > unknown).count();
        longer as f64 / self.known.len() as f64
    }
}

/// The numbers of whom is referred, which alternate, too.
fn phone(place: usize, known: bool, prefix: &str) -> String {
    format!("+974 {prefix}{:06}", 2 * place + usize::from(known))
}

/// A key that nothing was sent with before.
fn new_key() -> HeaderValue {
    format!("key-of-a-pair-{:016x}", getrandom::u64().unwrap()).parse().unwrap()
}

/// The numbers of both kinds alternate.
fn number(place: usize, known: bool) -> String {
    format!("98765{:05}", 2 * place + usize::from(known))
}

fn at(millis: u64) -> referral::Instant {
    referral::Instant::try_from(millis).unwrap()
}
