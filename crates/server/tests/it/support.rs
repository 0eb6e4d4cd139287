//! An application in a temporary folder, and browsers that use it.

mod browser;
mod described;
mod log;
mod site;
mod watched;

use std::{
    fs,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use api::{HostedPolicy, MessageView, SendLimits};
use async_trait::async_trait;
use axum::Router;
use domain::{mobile::MobileNumber, referral::Instant, rejection::Field};
use metrics_exporter_prometheus::PrometheusHandle;
use server::{
    AppState, Clock, Cookies, Dependencies, Limits, Networks, Origin, Secret, TotpKey, WebhookPost,
    delivery::sending::{Message, SendError, Sender},
    messages::forwarding::{ForwardError, Forwarder},
};
use server::{
    audit::security::{EventFilter, RecordedEvent},
    db::Store,
};
use tempfile::TempDir;
use testkit::proof;
use tokio::sync::OnceCell;

pub(crate) use browser::{Answer, Browser, read};
pub(crate) use log::{logged, logged_since};
pub(crate) use site::{hidden, shows, with_frames, with_site};
pub(crate) use watched::{Fault, Watched};

pub(crate) const ADMIN: &str = "1000000000";
pub(crate) const MEMBER: &str = "9876543210";
/// The address of clients without a socket.
pub(crate) const PEER: &str = "0.0.0.0";
pub(crate) const OTHER: &str = "9123456789";
const TOTP: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/// The time at the beginning of every test.
pub(crate) const BEGINNING: u64 = 1_790_000_000_000;

/// An application, with access to its internals for tests.
pub(crate) struct TestApp {
    pub(crate) router: Router,
    pub(crate) state: AppState,
    pub(crate) store: Arc<Watched>,
    pub(crate) letters: Arc<Letters>,
    now: Arc<AtomicU64>,
    folder: TempDir,
}

/// The codes that were sent.
#[derive(Default)]
pub(crate) struct Letters {
    pub(crate) sent: Mutex<Vec<Message>>,
    /// Other text messages.
    pub(crate) texts: Mutex<Vec<Message>>,
    pub(crate) fails: AtomicBool,
    /// How many sends have begun.
    pub(crate) begun: AtomicU64,
    /// While this is set, a send does not end.
    pub(crate) is_slow: AtomicBool,
}

/// Those who answer contact messages: they get each.
struct Office;

#[async_trait]
impl Forwarder for Office {
    async fn forward(&self, _: &MessageView) -> Result<(), ForwardError> {
        Ok(())
    }
}

/// The file of a database without records: copying it is quicker than creating the schema for each
/// test.
async fn schema() -> &'static [u8] {
    static SCHEMA: OnceCell<Vec<u8>> = OnceCell::const_new();
    let file = SCHEMA.get_or_init(async || {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.db");
        Store::open(&format!("sqlite://{}", path.display())).await.unwrap().close().await;
        fs::read(path).unwrap()
    });
    file.await
}

impl TestApp {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Dependencies)) -> Self {
        log::capture();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.db");
        fs::write(&path, schema().await).unwrap();
        let sql = Store::open(&format!("sqlite://{}", path.display())).await.unwrap();
        let store = Arc::new(Watched::new(sql));
        let letters = Arc::new(Letters::default());
        let now = Arc::new(AtomicU64::new(BEGINNING));
        let hands = Arc::clone(&now);
        let mut parts = Dependencies {
            store: store.store.clone(),
            clock: Clock::of(move || at(hands.load(Ordering::SeqCst))),
            secret: Secret::new(&[7; 32]).unwrap(),
            sender: letters.clone(),
            policy: HostedPolicy { admin: Some(number(ADMIN)), ..HostedPolicy::default() },
            admin_totp: Some(TotpKey::read(TOTP).unwrap()),
            origin: Origin::parse("http://site.example").unwrap(),
            sends: SendLimits { from_address: 10_000, ..SendLimits::default() },
            cookies: Cookies::Loopback,
            behind_https: false,
            trusted_proxies: Networks::default(),
            webhooks: WebhookPost::new(true),
            forwarder: Some(Arc::new(Office)),
            limits: Limits {
                request_rate: 1_000_000,
                request_burst: 1_000_000,
                guest_referrals_from_address: 10_000,
                referrals_from_account: 10_000,
                messages_from_address: 10_000,
                ..Limits::default()
            },
        };
        change(&mut parts);
        let state = AppState::new(parts);
        let router = server::interface(state.clone());
        Self { router, state, store, letters, now, folder }
    }

    /// Opens the database as another program would.
    pub(crate) async fn sql(&self) -> Store {
        let path = self.folder.path().join("site.db");
        Store::open(&format!("sqlite://{}", path.display())).await.unwrap()
    }

    /// The address of the database.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The operator, at the address of the operators' pages.
    pub(crate) fn operator(&self) -> Browser {
        static METRICS: LazyLock<PrometheusHandle> =
            LazyLock::new(|| server::observe::install_metrics().unwrap());
        let router = server::operators(self.state.clone(), METRICS.clone());
        Browser::new(router).with("host", "localhost")
    }

    /// A guest.
    pub(crate) fn guest(&self) -> Browser {
        Browser::new(self.router.clone()).with("host", self.state.origin.host())
    }

    /// A member.
    pub(crate) async fn member(&self, mobile: &str) -> Browser {
        let mut browser = self.guest();
        let answer = self.enter(&mut browser, mobile, "signup").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        browser
    }

    /// The admin, logged in, without the second factor.
    pub(crate) async fn unconfirmed_admin(&self) -> Browser {
        let mut browser = self.guest();
        let answer = self.enter(&mut browser, ADMIN, "login").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        browser
    }

    /// The admin, with the second factor.
    pub(crate) async fn admin(&self) -> Browser {
        self.admin_in(self.guest()).await
    }

    /// The admin, with the second factor, in this browser.
    pub(crate) async fn admin_in(&self, mut browser: Browser) -> Browser {
        self.enter(&mut browser, ADMIN, "login").await.value();
        // The previous login of this test may have used this time step.
        self.wait(Duration::from_secs(30));
        let code = serde_json::json!({ "code": self.second_factor() });
        let answer = browser.post("/api/session/second-factor", code).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        browser
    }

    /// Requests a code and logs in with it.
    pub(crate) async fn enter(&self, browser: &mut Browser, mobile: &str, mode: &str) -> Answer {
        let (challenge, code) = self.code(browser, mobile).await;
        let entrance = serde_json::json!({ "challenge": challenge, "mode": mode, "code": code });
        browser.post("/api/session", entrance).await
    }

    /// Requests a code, with a proof of work if required. Returns the challenge and the code that
    /// was sent.
    pub(crate) async fn code(&self, browser: &mut Browser, mobile: &str) -> (String, String) {
        let mut request = serde_json::json!({ "mobile": mobile });
        let mut answer = browser.post("/api/codes", request.clone()).await;
        if answer.status == 428 {
            request["proof"] = proof(&answer.body["puzzle"]);
            answer = browser.post("/api/codes", request).await;
        }
        assert_eq!(answer.status, 202, "{answer:?}");
        let challenge = answer.body["value"]["challenge"].as_str().unwrap().to_owned();
        let sent = self.letters.sent.lock().unwrap();
        (challenge, sent.last().unwrap().code.clone().unwrap())
    }

    /// The newest security events, newest first: all, or those with a person.
    pub(crate) async fn events(&self, person: Option<[u8; 32]>, limit: u32) -> Vec<RecordedEvent> {
        let people = person.map(|person| vec![person..=person]);
        let filter = EventFilter { people, ..EventFilter::default() };
        self.store.event_page(&filter, None, limit).await.unwrap().items
    }

    pub(crate) fn second_factor(&self) -> String {
        TotpKey::read(TOTP).unwrap().code_at(self.time())
    }

    pub(crate) fn time(&self) -> Instant {
        at(self.now.load(Ordering::SeqCst))
    }

    pub(crate) fn wait(&self, time: Duration) {
        self.now.fetch_add(u64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

#[async_trait]
impl Sender for Letters {
    async fn send(&self, message: &Message) -> Result<(), SendError> {
        let fails = self.fails.load(Ordering::SeqCst);
        self.begun.fetch_add(1, Ordering::SeqCst);
        while self.is_slow.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if fails {
            return Err(SendError(format!("no way to {}", message.mobile)));
        }
        let list = if message.code.is_some() { &self.sent } else { &self.texts };
        list.lock().unwrap().push(message.clone());
        Ok(())
    }
}

pub(crate) fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

pub(crate) fn number(text: &str) -> MobileNumber {
    MobileNumber::parse(text).unwrap()
}

/// A wrong code, made from the correct one.
pub(crate) fn other_than(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

/// The maximum length of a field.
pub(crate) fn longest(field: Field) -> usize {
    api::LENGTHS.iter().find(|length| length.field == field).unwrap().max
}

/// A guest's draft that the rules accept.
pub(crate) fn submission(referred: &str) -> serde_json::Value {
    serde_json::json!({
        "draft": {
            "referrerName": "Gita", "referrerPhone": "9000000001",
            "referredName": referred, "referredPhone": "044 2345", "service": "training",
            "notes": "",
        },
    })
}
