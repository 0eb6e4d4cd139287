//! A server with somebody of each kind, and referrals in every state that a rule asks about.

use std::time::Duration;

use domain::case::Case;
use domain::event::{ConsentAnswer, ConsentWay};
use domain::pipeline::{CONSENT_TEXT, Command, Known, PipelineCommand, Relation, decide};
use domain::viewer::Viewer;
use serde_json::{Value, json};
use server::referrals::records::{Author, Changed};
use server::transfer::records::{Export, Importer};
use tokio::sync::Mutex;

use super::{Who, commands::note};
use crate::programme::switch_off;
use crate::stages::staff_member;
use crate::support::{Answer, Browser, MEMBER, TestApp, submission};
use crate::undoing::{command, last, referral_of};

/// The service that is not offered here.
pub(super) const OFF: &str = "loyalty-card";

/// A server with somebody of each kind.
pub(super) struct House {
    pub(super) app: TestApp,
    pub(super) owner: Browser,
    pub(super) manager: Browser,
    pub(super) coordinator: Browser,
    pub(super) auditor: Browser,
    pub(super) referrer: Browser,
    pub(super) stranger: Browser,
    pub(super) token: Browser,
    /// The owner in another session, which the second factor renews.
    importer: Mutex<Browser>,
}
impl House {
    pub(super) async fn new() -> Self {
        let app = TestApp::new().await;
        let mut owner = app.admin().await;
        switch_off(&mut owner, OFF).await;
        let request = json!({ "name": "t", "scopes": ["referrals:write"], "days": 30 });
        let made = owner.post("/api/tokens", request).await;
        let token = format!("Bearer {}", made.value()["secret"].as_str().unwrap());
        // A code counts once.
        app.wait(Duration::from_secs(30));
        Self {
            importer: Mutex::new(app.admin().await),
            owner,
            manager: staff_member(&app, "9000000011", "manager", &[]).await,
            coordinator: staff_member(&app, "9000000012", "coordinator", &["training"]).await,
            auditor: staff_member(&app, "9000000014", "auditor", &[]).await,
            referrer: app.member(MEMBER).await,
            stranger: app.member("9000000009").await,
            token: app.guest().with("authorization", &token),
            app,
        }
    }

    pub(super) fn of(&self, who: Who) -> Browser {
        match who {
            Who::Owner => self.owner.clone(),
            Who::Coordinator => self.coordinator.clone(),
            Who::Auditor => self.auditor.clone(),
            Who::Referrer => self.referrer.clone(),
            Who::Stranger => self.stranger.clone(),
            Who::Guest => self.app.guest(),
        }
    }

    /// What an import of this file would do. Other doors may have let more time pass than a second factor lasts.
    pub(super) async fn preview(&self, file: Value) -> Answer {
        let mut owner = self.importer.lock().await;
        // A code counts once.
        self.app.wait(Duration::from_secs(30));
        let code = json!({ "code": self.app.second_factor() });
        owner.post("/api/session/second-factor", code).await.value();
        owner.post_text("/api/import?preview=true", file.to_string()).await
    }

    /// A new referral by the referrer, of somebody new.
    pub(super) async fn referral(&self) -> String {
        self.referral_by(&mut self.referrer.clone()).await
    }

    pub(super) async fn referral_by(&self, browser: &mut Browser) -> String {
        self.app.wait(Duration::from_millis(1));
        let phone = format!("98{:08}", self.app.time().as_millis() % 100_000_000);
        referral_of(browser, &phone).await
    }

    /// A new referral by a guest who has left this as their number.
    pub(super) async fn referral_of_guest(&self, number: &str) -> String {
        self.app.wait(Duration::from_millis(1));
        let mut form = submission("Binu");
        form["draft"]["referrerPhone"] = json!(number);
        form["draft"]["referredPhone"] =
            json!(format!("97{:08}", self.app.time().as_millis() % 100_000_000));
        let made = self.app.guest().post("/api/referrals", form).await;
        made.value()["key"].as_str().unwrap().to_owned()
    }

    /// Does something as it should be done.
    pub(super) async fn done(&self, browser: &Browser, key: &str, wanted: Value) -> String {
        let kind = wanted["kind"].as_str().unwrap().to_owned();
        command(&mut browser.clone(), key, wanted).await.value();
        let kind = match kind.as_str() {
            "correct" => "corrected",
            "undo" => "undone",
            "move" => "moved",
            "decline" => "declined",
            "assign" => "assigned",
            "note" => "noted",
            "credit" => "credited",
            "withdraw" => "withdrawn",
            "say" => "said",
            "say-who" => "says-who",
            other => other,
        };
        last(&mut self.owner.clone(), key, kind).await
    }

    /// A referral whose history has so many of these events, and one note by the owner.
    pub(super) async fn filled(
        &self,
        count: u64,
        event: impl Fn(u64) -> Value,
    ) -> (String, String) {
        let key = self.referral().await;
        let noted = self.done(&self.owner, &key, note("First")).await;
        let stored = self.app.store.store.referral(&key).await.unwrap().unwrap();
        let texts: Vec<_> = (0..count).map(|step| event(step).to_string()).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let case = Case::stored(stored.referral().clone(), &texts);
        let export = Export { accounts: Vec::new(), referrals: vec![case] };
        let (now, by) = (self.app.time(), Importer::PROGRAM);
        self.app.store.store.import(&export, now, false, &by).await.unwrap();
        (key, noted)
    }

    /// A new referral of which the person has said this, and their answer.
    pub(super) async fn answered(&self, said: ConsentAnswer) -> (String, String) {
        let key = self.referral().await;
        self.answer(&key, said).await;
        let answer = last(&mut self.owner.clone(), &key, "consent").await;
        (key, answer)
    }

    /// The person says this on their page.
    pub(super) async fn answer(&self, key: &str, said: ConsentAnswer) {
        let store = &self.app.store.store;
        let version = store.referral(key).await.unwrap().unwrap().version;
        let answer = PipelineCommand::Answer {
            answer: &said,
            way: &ConsentWay::Page,
            text: CONSENT_TEXT,
            note: "",
        };
        let decide = |found: &Known| {
            let theirs = Known { relation: Relation::Referred, ..found.clone() };
            let command = Command::Pipeline(answer);
            decide(&theirs, &command, &Viewer::Guest, &self.app.state.policy, self.app.time())
        };
        let by = Author::guest();
        let changed = store.change(key, version, &by, &decide, None).await.unwrap();
        assert!(matches!(changed, Changed::Done(_)), "{changed:?}");
    }

    pub(super) async fn full(&self) -> (String, String) {
        self.filled(200, |step| json!({ "at": step, "saw": 0, "kind": "noted", "note": "n" })).await
    }

    pub(super) async fn undone_often(&self) -> (String, String) {
        let event = |step| json!({ "at": step, "saw": 0, "kind": "undone", "target": "none" });
        self.filled(100, event).await
    }
}
