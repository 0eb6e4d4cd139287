//! The rivals of one's own referral: others of the same person, of whose referrers only one is credited.

use domain::rejection::RejectionCode as Rule;
use serde_json::{Value, json};

use super::house::House;
use super::requests::row_is_refused;
use super::{Cell, Door, NOT_SENT, Who, codes};
use crate::support::{Browser, MEMBER};
use crate::undoing::{command, referral_of};

/// The number that a guest types as theirs.
const GUEST: &str = "9000000001";

/// What decides which of two rivals counts.
fn decisions() -> [Value; 8] {
    let correct = |field: &str, text: &str| json!({ "kind": "correct", "field": field, "text": text, "note": "A slip" });
    [
        json!({ "kind": "decline", "reason": "no-answer" }),
        json!({ "kind": "withdraw", "note": "They asked" }),
        json!({ "kind": "reopen", "note": "They called" }),
        json!({ "kind": "credit", "credited": false, "note": "Too late" }),
        json!({ "kind": "credit", "credited": true, "note": "In time" }),
        json!({ "kind": "points", "points": "0" }),
        correct("referredPhone", "98000 00001"),
        correct("service", "others"),
    ]
}

impl House {
    /// A decision on a rival of the owner's own referral, which is refused like one on their own.
    pub(super) async fn rival(&self, door: Door) -> Cell<()> {
        match door {
            Door::Command | Door::Batch | Door::Token | Door::Points => {
                for decision in decisions() {
                    let key = self.rivals().await.0;
                    if decision["kind"] == "reopen" {
                        let decline = json!({ "kind": "decline", "reason": "no-answer" });
                        self.done(&self.manager, &key, decline).await;
                    }
                    let Ok(answer) = self.give(door, Who::Owner, &key, decision.clone()).await
                    else {
                        continue;
                    };
                    assert_eq!(codes(&answer), ["own-referral"], "{door:?} {decision} {answer:?}");
                }
                self.own_stays_rival(door).await;
            }
            Door::Undo | Door::Redo => {
                for decision in decisions() {
                    // What was about another person is no rival until that is undone.
                    let is_rival = door == Door::Redo || decision["field"] != "referredPhone";
                    if decision["kind"] == "reopen" || !is_rival {
                        continue;
                    }
                    let key = self.rivals().await.0;
                    let mut target = self.done(&self.manager, &key, decision.clone()).await;
                    let undo = |target| json!({ "kind": "undo", "target": target, "note": "" });
                    if door == Door::Redo {
                        target = self.done(&self.manager, &key, undo(target)).await;
                    }
                    let answer = command(&mut self.owner.clone(), &key, undo(target)).await;
                    assert_eq!(codes(&answer), ["own-referral"], "{door:?} {decision} {answer:?}");
                }
            }
            Door::Duplicates => {
                let (earlier, phone) = self.rivals().await;
                let later = referral_of(&mut self.stranger.clone(), &phone).await;
                let decision = json!({
                    "earlier": { "key": earlier, "version": 1 },
                    "later": { "key": later, "version": 1 },
                    "credited": "later", "note": "Why",
                });
                let answer = self.owner.clone().post("/api/duplicates", decision.clone()).await;
                assert_eq!(codes(&answer), ["own-referral"], "{answer:?}");
                let many = json!({ "decisions": [decision] });
                let answer = self.owner.clone().post("/api/duplicates/decisions", many).await;
                assert_eq!(codes(&answer), ["own-referral"], "{answer:?}");
            }
            Door::Import => {
                let key = self.rivals().await.0;
                let stored = self.app.store.store.referral(&key).await.unwrap().unwrap();
                let mut record = serde_json::to_value(stored.referral()).unwrap();
                record["status"] = json!("Declined");
                record["history"] = json!([
                    { "at": record["id"], "saw": 0, "kind": "declined", "reason": "no-answer" },
                ]);
                let file = json!({
                    "format": "referral-programme", "version": 1, "exportedAt": 0,
                    "registeredUsers": [], "allReferrals": [record], "unreadableRecords": [],
                });
                let answer = self.preview(file).await;
                assert_eq!(answer.value()["denied"], 1, "{answer:?}");
            }
            Door::Spreadsheet => {
                let (_, phone) = self.rivals().await;
                let sheet = json!({ "rows": [crate::spreadsheets::row("Asha", &phone)] });
                row_is_refused(&mut self.owner.clone(), &sheet, Rule::OwnReferral).await;
            }
            Door::Erasure => {
                self.rivals_of(&mut self.app.guest()).await;
                let erasure = json!({ "phone": GUEST });
                let answer = self.owner.clone().post("/api/erasures", erasure).await;
                assert_eq!(codes(&answer), ["own-referral"], "{answer:?}");
            }
            Door::Submission | Door::Form | Door::Link => return Err(NOT_SENT),
            Door::CommandLine => return Err("– no command of the server changes a referral"),
        }
        Ok(())
    }

    /// The owner's own referral keeps its number and service, so that its rivals stay rivals.
    async fn own_stays_rival(&self, door: Door) {
        self.app.wait(std::time::Duration::from_millis(1));
        let own = referral_of(&mut self.owner.clone(), "98000 00002").await;
        for decision in decisions() {
            if decision["kind"] != "correct" {
                continue;
            }
            let Ok(answer) = self.give(door, Who::Owner, &own, decision.clone()).await else {
                continue;
            };
            assert_eq!(codes(&answer), ["own-referral"], "{door:?} {decision} {answer:?}");
            if door == Door::Command {
                let target = self.done(&self.manager, &own, decision.clone()).await;
                let undo = json!({ "kind": "undo", "target": target, "note": "" });
                let answer = command(&mut self.owner.clone(), &own, undo).await;
                assert_eq!(codes(&answer), ["own-referral"], "{decision} {answer:?}");
            }
        }
    }

    /// A referral by the referrer, which the owner has made another of after it; and the number.
    async fn rivals(&self) -> (String, String) {
        self.rivals_of(&mut self.referrer.clone()).await
    }

    async fn rivals_of(&self, referrer: &mut Browser) -> (String, String) {
        let theirs = self.referral_by(referrer).await;
        let stored = self.app.store.store.referral(&theirs).await.unwrap().unwrap();
        let phone = stored.referral().referred_phone.clone();
        assert!([MEMBER, GUEST].contains(&stored.referral().referrer_mobile.as_str()));
        self.app.wait(std::time::Duration::from_millis(1));
        referral_of(&mut self.owner.clone(), &phone).await;
        (theirs, phone)
    }
}
