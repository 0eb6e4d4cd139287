//! A server with its database on the small disk, and the requests to it.

use api::{MINUTE_MS, SENDS_IN_WINDOW, SESSION_IDLE_MS};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use serde_json::json;
use server::Clock;
use server::{
    db::Store,
    login::records::NewSession,
    referrals::records::{Listing, Scope},
};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use testkit::{ADMIN, ADMIN_TOTP_SECRET, Answer, Server, Visitor, draft};

use crate::disk::Disk;
use crate::running;

/// The referrer’s number in all referrals.
const REFERRER: &str = "9876543210";

/// The kinds of writes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Referral,
    Points,
    Message,
    Code,
}

/// The number of the request within its kind. The same number is a retry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    kind: Kind,
    place: usize,
}

pub(crate) struct Programme {
    database: String,
    /// The server's other files, which are not on the small disk.
    folder: TempDir,
    server: Server,
    admin: Visitor,
    /// Several sessions of the member who submits. For some there is still room to record their
    /// use, for others there is not.
    member: Vec<Visitor>,
    /// A session that has ended, which would have to be recorded too.
    stranger: Visitor,
    /// How many requests of each kind were accepted.
    accepted: [usize; 4],
    /// The keys of the stored referrals.
    keys: Vec<String>,
    codes_sent: usize,
}

impl Programme {
    pub(crate) async fn on(disk: &Disk) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", disk.path().join("site.db").display());
        let server = start(&folder, &database);
        let admin = Visitor::at(&server.url()).log_in(&server, ADMIN, "login").unwrap();
        let admin = admin.confirm().unwrap();
        let store = Store::open(&database).await.unwrap();
        let mut member = Vec::new();
        for _ in 0..20 {
            member.push(away_for(2 * MINUTE_MS, &store, &server.url()).await);
        }
        let stranger = away_for(SESSION_IDLE_MS, &store, &server.url()).await;
        store.close().await;
        let (accepted, keys) = ([0; 4], Vec::new());
        Self { database, folder, server, admin, member, stranger, accepted, keys, codes_sent: 1 }
    }

    /// Sends requests of a kind until the disk is full. Returns the refused one.
    pub(crate) fn fill(&mut self, kind: Kind) -> Request {
        loop {
            let request = Request { kind, place: self.accepted[kind as usize] };
            let answer = self.ask(&request);
            if answer.status == 503 {
                return request;
            }
            self.keep(&request, &answer);
            assert!(request.place < 10_000, "the disk is never full");
        }
    }

    /// Compares the whole refusal, so that nothing more is revealed.
    pub(crate) fn assert_refused(&mut self, request: &Request) {
        const WORDS: &str = "The site cannot be reached at the moment. Nothing was saved, and what you \
            typed is still here. Please try again shortly.";
        let answer = self.ask(request);
        let body = &answer.body;
        assert_eq!(answer.status, 503, "{request:?}: {body}");
        assert_eq!(body["type"], "about:blank");
        assert_eq!(body["title"], "Service Unavailable");
        assert_eq!(body["status"], 503);
        assert_eq!(body["codes"], json!(["unavailable"]));
        assert_eq!(body["detail"], WORDS);
        assert_eq!(body["notice"]["description"], WORDS);
        assert_eq!(body["notice"]["variant"], "destructive");
    }

    /// All requests that only read.
    pub(crate) fn assert_answers(&self) {
        let list = self.admin.get("/api/referrals").unwrap();
        assert_eq!(list.status, 200, "{}", list.body);
        assert_eq!(list.body["totals"]["all"], self.keys.len());
        assert_eq!(list.body["referrals"][0]["key"], *self.keys.last().unwrap());
        assert_eq!(self.admin.get("/api/session").unwrap().body["role"], "admin");
        for browser in &self.member {
            let list = browser.get("/api/referrals").unwrap();
            assert_eq!(list.body["totals"]["all"], self.keys.len(), "{}", list.body);
        }
        assert_eq!(self.stranger.get("/api/session").unwrap().body["role"], "guest");
        for path in ["/", "/healthz", "/api/messages", "/api/export"] {
            assert_eq!(self.admin.get(path).unwrap().status, 200, "{path}");
        }
    }

    /// When there is room, a refused request is done once, however often it is sent.
    pub(crate) fn assert_accepted(&mut self, request: Request, disk: &mut Disk) {
        let answer = self.ask_with_room(&request, disk);
        self.keep(&request, &answer);
        match request.kind {
            Kind::Referral => {
                let again = self.ask_with_room(&request, disk);
                assert_eq!((again.status, &again.body), (201, &answer.body));
            }
            Kind::Points => assert_eq!(self.ask_with_room(&request, disk).status, 412),
            Kind::Message => assert_eq!(self.ask_with_room(&request, disk).status, 201),
            // The refused ones do not count.
            Kind::Code => {
                for _ in 1..SENDS_IN_WINDOW {
                    assert_eq!(self.ask_with_room(&request, disk).status, 202);
                    self.codes_sent += 1;
                }
                assert_eq!(self.ask_with_room(&request, disk).status, 429);
            }
        }
    }

    /// Every accepted record is stored once, and nothing else, also after a kill and a start on the
    /// full disk.
    pub(crate) async fn assert_kept(mut self) {
        self.server = start(&self.folder, &self.database);
        let here = Visitor::at(&self.server.url());
        assert_eq!(here.get("/api/session").unwrap().body["role"], "guest");

        let store = Store::open(&self.database).await.unwrap();
        assert_eq!(store.integrity().await.unwrap(), Vec::<String>::new());
        let [referrals, points, messages, _] = self.accepted;
        let listed = store.list(&Listing::of(Scope::All, 20_000)).await.unwrap().items;
        let kept: Vec<_> = listed.iter().rev().map(|stored| stored.key.clone()).collect();
        assert_eq!(kept, self.keys);
        for (place, stored) in listed.iter().rev().enumerate() {
            assert_eq!(stored.referral().referred_name, format!("Person {place}"));
            let awarded = place < points;
            assert_eq!(stored.referral().points.get(), if awarded { 5 } else { 0 }, "{place}");
            let history = store.history(&stored.key).await.unwrap();
            assert_eq!(history.len(), if awarded { 2 } else { 1 }, "{place}");
        }
        let totals = store.totals(&Scope::All).await.unwrap();
        assert_eq!((totals.all, totals.pending), (referrals, referrals - points));
        assert_eq!(totals.points, 5 * points as u64);
        let page = store
            .messages(&server::messages::records::MessageFilter::default(), None, 20_000)
            .await
            .unwrap();
        let mut texts: Vec<_> = page.items.into_iter().map(|kept| kept.message).collect();
        let mut sent: Vec<_> = (0..messages).map(|place| format!("Message {place}")).collect();
        texts.sort();
        sent.sort();
        assert_eq!(texts, sent);
        assert_eq!(self.server.codes().len(), self.codes_sent);
        store.close().await;
    }

    /// SQLite may move data from its log into the database and use the space that was freed.
    fn ask_with_room(&self, request: &Request, disk: &mut Disk) -> Answer {
        loop {
            let answer = self.ask(request);
            if answer.status != 503 || !disk.make_room() {
                return answer;
            }
        }
    }

    fn ask(&self, request: &Request) -> Answer {
        let Request { kind, place } = *request;
        let key = format!("{kind:?}-{place:016}");
        let visitor = Visitor::at(&self.server.url());
        let answer = match kind {
            Kind::Referral => visitor.refer(&key, &draft(REFERRER, &format!("Person {place}"), "")),
            Kind::Points => {
                let path = format!("/api/referrals/{}/points", self.keys[place]);
                self.admin.put(&path, &json!({ "points": "5", "version": 1 }))
            }
            Kind::Message => {
                let text = format!("Message {place}");
                let draft =
                    json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": text });
                visitor.post_once("/api/messages", &key, &draft)
            }
            Kind::Code => {
                let mobile = format!("98{place:08}");
                visitor.ask_for_code(&mobile)
            }
        };
        answer.unwrap()
    }

    fn keep(&mut self, request: &Request, answer: &Answer) {
        assert!((200..300).contains(&answer.status), "{request:?}: {}", answer.body);
        self.accepted[request.kind as usize] += 1;
        match request.kind {
            Kind::Referral => {
                self.keys.push(answer.body["value"]["key"].as_str().unwrap().to_owned());
            }
            Kind::Code => self.codes_sent += 1,
            Kind::Points | Kind::Message => {}
        }
    }
}

/// A person whose session was last used at this time.
async fn away_for(millis: u64, store: &Store, url: &str) -> Visitor {
    let mut token = [0; 32];
    getrandom::fill(&mut token).unwrap();
    let user = User::of(MobileNumber::parse(REFERRER).unwrap());
    let then = Clock::system().now().as_millis() - millis;
    let now = Instant::try_from(then).unwrap();
    let session = NewSession {
        token: Sha256::digest(token).into(),
        user,
        now,
        replaces: None,
        device: None,
        language: "en",
        first_owner: None,
    };
    store.open_session(&session, &|_| Ok(None)).await.unwrap().unwrap();
    Visitor::at(url).with_cookie("session", &URL_SAFE_NO_PAD.encode(token))
}

fn start(folder: &TempDir, database: &str) -> Server {
    let more = [
        ["--admin-number", ADMIN],
        ["--admin-totp-secret", ADMIN_TOTP_SECRET],
        ["--codes-a-day", "1000000"],
        ["--messages-from-address", "1000000"],
        ["--codes-from-address", "1000000"],
    ];
    running::start(folder.path(), database, more.as_flattened())
}
