//! One rule, all doors: for each rule that can refuse a decision and each way in, either a request
//! that is refused by it, or the reason why that way cannot break it.
//!
//! The table is generated from the lists of codes and commands in the code: a new one without a row
//! does not compile or fails. The output has the table (`cargo test -p server --test it -- doors
//! --nocapture`).

use std::collections::BTreeSet;
use std::time::Duration;

use api::ReferralCommand;
use domain::case::Case;
use domain::rejection::RejectionCode as Rule;
use serde_json::{Value, json};
use store::{Export, Importer};

use crate::stages::{give, staff_member};
use crate::support::{ADMIN, Answer, Browser, MEMBER, OTHER, TestApp, submission};
use crate::undoing::{command, last, referral_of};

/// A way in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Command,
    Batch,
    Token,
    Undo,
    Redo,
    Points,
    Duplicates,
    Submission,
    Form,
    Import,
    CommandLine,
}

const DOORS: [Door; 11] = [
    Door::Command,
    Door::Batch,
    Door::Token,
    Door::Undo,
    Door::Redo,
    Door::Points,
    Door::Duplicates,
    Door::Submission,
    Door::Form,
    Door::Import,
    Door::CommandLine,
];

/// Who knocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Owner,
    Handler,
    Auditor,
    Referrer,
    Stranger,
    Guest,
}

/// A command that is refused.
struct Scene {
    who: Who,
    key: String,
    command: Value,
}

/// A cell of the table: a scene, or why there is none.
type Cell<T> = Result<T, &'static str>;

#[tokio::test]
async fn every_door_asks_every_rule() {
    let house = House::new().await;
    let mut commands = BTreeSet::new();
    let (mut cells, mut refused) = (0, 0);
    for &rule in Rule::ALL {
        for door in DOORS {
            let cell = house.knock(rule, door, &mut commands).await;
            println!(
                "{:<24} {:<12} {}",
                rule.as_str(),
                format!("{door:?}"),
                match cell {
                    Ok(()) => "refused",
                    Err(why) => why,
                }
            );
            cells += 1;
            refused += usize::from(cell.is_ok());
        }
    }
    assert_eq!(cells, Rule::ALL.len() * DOORS.len());
    assert!(refused > 100, "{refused} cells only are refusals");
    let all: BTreeSet<_> = samples().iter().map(kind).collect();
    assert_eq!(commands, all, "each command is refused somewhere");
}

/// One of each command.
fn samples() -> Vec<ReferralCommand> {
    let read = |text: &str| serde_json::from_str(text).unwrap();
    [
        r#"{"kind":"move","stage":"contacted"}"#,
        r#"{"kind":"decline","reason":"other"}"#,
        r#"{"kind":"withdraw"}"#,
        r#"{"kind":"reopen","note":""}"#,
        r#"{"kind":"correct","field":"notes","text":""}"#,
        r#"{"kind":"undo","target":""}"#,
        r#"{"kind":"note","note":""}"#,
        r#"{"kind":"assign","staff":""}"#,
        r#"{"kind":"credit","credited":true,"note":""}"#,
        r#"{"kind":"points","points":""}"#,
    ]
    .map(read)
    .into()
}

/// A new command does not compile here, and then needs a sample and a row.
fn kind(command: &ReferralCommand) -> String {
    match command {
        ReferralCommand::Move { .. } => "move",
        ReferralCommand::Decline { .. } => "decline",
        ReferralCommand::Withdraw { .. } => "withdraw",
        ReferralCommand::Reopen { .. } => "reopen",
        ReferralCommand::Correct { .. } => "correct",
        ReferralCommand::Undo { .. } => "undo",
        ReferralCommand::Note { .. } => "note",
        ReferralCommand::Assign { .. } => "assign",
        ReferralCommand::Credit { .. } => "credit",
        ReferralCommand::Points { .. } => "points",
    }
    .to_owned()
}

const CHECKED: &str = "– what comes back was checked when it was written";
const NO_CHOICE: &str = "– nobody chooses a stage here: closing and reopening need their rights";
const NO_COMMAND: &str = "– it gives no command; what it awards is asked";
const NOT_SENT: &str = "– it sends nothing of the kind";
const LOGIN: &str = "– asked at login, before anything can be done here";
const CONTACT: &str = "– of the contact form";
const FILE: &str = "– of the file of an import";
const BROWSER: &str = "– of a browser’s storage";
const NEVER: &str = "– nothing of the last instant can get in";
const OWNERS: &str = "– tokens are made by owners, whom this rule does not refuse";
const GUESTS: &str = "– its senders count as guests, whom this rule does not refuse";

fn ask(who: Who, key: &str, command: Value) -> Cell<Scene> {
    Ok(Scene { who, key: key.to_owned(), command })
}

fn undo(target: &str) -> Value {
    json!({ "kind": "undo", "target": target, "note": "" })
}

fn note(note: &str) -> Value {
    json!({ "kind": "note", "note": note })
}

fn points(points: &str) -> Value {
    json!({ "kind": "points", "points": points })
}

fn correct(field: &str, text: &str) -> Value {
    json!({ "kind": "correct", "field": field, "text": text, "note": "A slip" })
}

/// A server with somebody of each kind.
struct House {
    app: TestApp,
    owner: Browser,
    manager: Browser,
    handler: Browser,
    auditor: Browser,
    referrer: Browser,
    stranger: Browser,
    token: Browser,
}

impl House {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let mut owner = app.admin().await;
        let request = json!({ "name": "t", "scopes": ["referrals:write"], "days": 30 });
        let made = owner.post("/api/tokens", request).await;
        let token = format!("Bearer {}", made.value()["secret"].as_str().unwrap());
        Self {
            owner,
            manager: staff_member(&app, "9000000011", "manager", &[]).await,
            handler: staff_member(&app, "9000000012", "handler", &["training"]).await,
            auditor: staff_member(&app, "9000000014", "auditor", &[]).await,
            referrer: app.member(MEMBER).await,
            stranger: app.member("9000000009").await,
            token: app.guest().with("authorization", &token),
            app,
        }
    }

    fn of(&self, who: Who) -> Browser {
        match who {
            Who::Owner => self.owner.clone(),
            Who::Handler => self.handler.clone(),
            Who::Auditor => self.auditor.clone(),
            Who::Referrer => self.referrer.clone(),
            Who::Stranger => self.stranger.clone(),
            Who::Guest => self.app.guest(),
        }
    }

    /// Sends what the rule refuses, and checks that it does.
    async fn knock(&self, rule: Rule, door: Door, commands: &mut BTreeSet<String>) -> Cell<()> {
        let answer = match door {
            Door::Command | Door::Batch | Door::Token | Door::Points => {
                let Scene { who, key, command } = self.command(rule).await?;
                commands.insert(command["kind"].as_str().unwrap().to_owned());
                self.give(door, who, &key, command).await?
            }
            Door::Undo | Door::Redo => {
                let Scene { who, key, command } = self.undoing(rule, door == Door::Redo).await?;
                let mut browser = self.of(who);
                let one = crate::undoing::command(&mut browser, &key, command.clone()).await;
                // The same together with others, as the console undoes them.
                let many = self.give(Door::Batch, who, &key, command).await?;
                assert_eq!(codes(&many), codes(&one), "{rule:?} {door:?}");
                one
            }
            Door::Duplicates => self.pair(rule).await?,
            Door::Submission => self.submission(rule).await?,
            Door::Form => self.form(rule).await?,
            Door::Import => return self.import(rule).await,
            Door::CommandLine => return Err("– no command of the server changes a referral"),
        };
        match door {
            Door::Form => {
                let hint = rule.words().hint;
                assert!(answer.status >= 400 && answer.text.contains(hint), "{rule:?} {answer:?}");
            }
            _ => assert_eq!(codes(&answer), [rule.as_str()], "{rule:?} {door:?} {answer:?}"),
        }
        Ok(())
    }

    async fn give(&self, door: Door, who: Who, key: &str, command: Value) -> Cell<Answer> {
        let mut browser = self.of(who);
        Ok(match door {
            Door::Points if command["kind"] == "points" => {
                let current = give(&mut browser, key, 0, command.clone()).await;
                let version = current.body["current"]["version"].as_u64().unwrap_or(1);
                let request = json!({ "points": command["points"], "version": version });
                browser.put(&format!("/api/referrals/{key}/points"), request).await
            }
            Door::Points => return Err(NOT_SENT),
            Door::Token if who != Who::Owner => return Err(OWNERS),
            Door::Token => crate::undoing::command(&mut self.token.clone(), key, command).await,
            Door::Batch => {
                let current = give(&mut browser, key, 0, command.clone()).await;
                let version = current.body["current"]["version"].as_u64().unwrap_or(1);
                let one = json!({ "key": key, "version": version, "command": command });
                browser.post("/api/referrals/commands", json!({ "commands": [one] })).await
            }
            _ => crate::undoing::command(&mut browser, key, command).await,
        })
    }

    /// A new referral by the referrer, of somebody new.
    async fn referral(&self) -> String {
        self.referral_by(&mut self.referrer.clone()).await
    }

    async fn referral_by(&self, browser: &mut Browser) -> String {
        self.app.wait(Duration::from_millis(1));
        let phone = format!("98{:08}", self.app.time().as_millis() % 100_000_000);
        referral_of(browser, &phone).await
    }

    /// Does something as it should be done.
    async fn done(&self, browser: &Browser, key: &str, wanted: Value) -> String {
        let kind = wanted["kind"].as_str().unwrap().to_owned();
        command(&mut browser.clone(), key, wanted).await.value();
        let kind = match kind.as_str() {
            "correct" => "corrected",
            "undo" => "undone",
            "move" => "moved",
            "decline" => "declined",
            "assign" => "assigned",
            "note" => "noted",
            other => other,
        };
        last(&mut self.owner.clone(), key, kind).await
    }

    /// A referral whose history has so many of these events, and one note by the owner.
    async fn filled(&self, count: u64, event: impl Fn(u64) -> Value) -> (String, String) {
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

    async fn full(&self) -> (String, String) {
        self.filled(200, |step| json!({ "at": step, "saw": 0, "kind": "noted", "note": "n" })).await
    }

    async fn undone_often(&self) -> (String, String) {
        let event = |step| json!({ "at": step, "saw": 0, "kind": "undone", "target": "none" });
        self.filled(100, event).await
    }

    /// A command that the rule refuses.
    async fn command(&self, rule: Rule) -> Cell<Scene> {
        let key = self.referral().await;
        let key = key.as_str();
        match rule {
            Rule::MobileMissing
            | Rule::MobileNotDigits
            | Rule::MobileTooShort
            | Rule::MobileTooLong
            | Rule::WrongCode
            | Rule::AlreadyRegistered
            | Rule::NotRegistered => Err(LOGIN),
            Rule::NotAnExport | Rule::ExportUnknown | Rule::ImportTooLarge => Err(FILE),
            Rule::QuarantineFull => Err(BROWSER),
            Rule::ReferralSealed => Err(NEVER),
            Rule::ContactNameMissing
            | Rule::ContactEmailMissing
            | Rule::ContactEmailInvalid
            | Rule::ContactSubjectMissing
            | Rule::ContactMessageMissing => Err(CONTACT),
            Rule::ReferrerNameMissing | Rule::ReferrerPhoneMissing | Rule::DateUnknown => {
                Err(NOT_SENT)
            }
            Rule::ReferredNameMissing => ask(Who::Owner, key, correct("referredName", " ")),
            Rule::ReferredPhoneMissing => ask(Who::Owner, key, correct("referredPhone", "")),
            Rule::ServiceMissing => ask(Who::Owner, key, correct("service", "")),
            Rule::ServiceUnknown => ask(Who::Owner, key, correct("service", "magic")),
            Rule::PointsMissing => ask(Who::Owner, key, points(" ")),
            Rule::PointsNotWhole => ask(Who::Owner, key, points("1.5")),
            Rule::PointsTooMany => ask(Who::Owner, key, points("9007199254740992")),
            Rule::NotAdmin => ask(Who::Referrer, key, points("5")),
            Rule::NotLoggedIn => ask(Who::Guest, key, note("Hm")),
            Rule::ReferralGone => ask(Who::Owner, "none", json!({ "kind": "withdraw" })),
            Rule::NotAllowed => ask(Who::Auditor, key, json!({ "kind": "withdraw" })),
            Rule::StageClosed => {
                let decline = json!({ "kind": "decline", "reason": "no-answer" });
                self.done(&self.owner, key, decline.clone()).await;
                ask(Who::Owner, key, decline)
            }
            Rule::StageOpen => ask(Who::Owner, key, json!({ "kind": "reopen", "note": "Why" })),
            Rule::StageUnknown => {
                ask(Who::Owner, key, json!({ "kind": "move", "stage": "successful" }))
            }
            Rule::HistoryFull => ask(Who::Owner, &self.full().await.0, note("Hm")),
            Rule::StaffUnknown => ask(Who::Owner, key, json!({ "kind": "assign", "staff": "x" })),
            Rule::TooLate => {
                self.done(&self.owner, key, json!({ "kind": "move", "stage": "contacted" })).await;
                ask(Who::Referrer, key, correct("referredName", "Bina"))
            }
            Rule::SelfReferral => ask(Who::Referrer, key, correct("referredPhone", "098765 43210")),
            Rule::NoteMissing => {
                ask(Who::Owner, key, json!({ "kind": "credit", "credited": true, "note": " " }))
            }
            Rule::EventGone => ask(Who::Owner, key, undo("none")),
            Rule::UndoneTooOften => {
                let (key, noted) = self.undone_often().await;
                ask(Who::Owner, &key, undo(&noted))
            }
            Rule::OwnReferral => {
                let own = self.referral_by(&mut self.owner.clone()).await;
                ask(Who::Owner, &own, points("5"))
            }
            Rule::SecondPersonNeeded => {
                command(&mut self.owner.clone(), key, points("10001")).await.value();
                ask(Who::Owner, key, points("10001"))
            }
            Rule::ControlCharacters => ask(Who::Owner, key, points("\0")),
        }
    }

    /// An undoing that the rule refuses, or a restoring.
    async fn undoing(&self, rule: Rule, redo: bool) -> Cell<Scene> {
        let key = self.referral().await;
        let key = key.as_str();
        // The event that the undoing or restoring names.
        let target = async |by: &Browser, wanted: Value| {
            let target = self.done(by, key, wanted).await;
            if redo { self.done(by, key, undo(&target)).await } else { target }
        };
        match rule {
            Rule::NotLoggedIn | Rule::NotAllowed | Rule::ReferralGone => {
                let who = match rule {
                    Rule::NotLoggedIn => Who::Guest,
                    Rule::NotAllowed => Who::Handler,
                    _ => Who::Stranger,
                };
                let target = target(&self.owner, note("Hm")).await;
                ask(who, key, undo(&target))
            }
            Rule::TooLate => {
                let target = target(&self.referrer, correct("referredName", "Bina")).await;
                self.done(&self.owner, key, json!({ "kind": "move", "stage": "contacted" })).await;
                ask(Who::Referrer, key, undo(&target))
            }
            Rule::SelfReferral if redo => {
                Err("– only staff can have made that correction, and the referrer restores none")
            }
            Rule::SelfReferral => {
                self.done(&self.owner, key, correct("referredPhone", MEMBER)).await;
                let target = target(&self.referrer, correct("referredPhone", OTHER)).await;
                ask(Who::Referrer, key, undo(&target))
            }
            Rule::NoteMissing => {
                let target = target(&self.owner, note("Hm")).await;
                self.app.wait(Duration::from_secs(601));
                ask(Who::Owner, key, undo(&target))
            }
            Rule::EventGone => {
                let target = target(&self.owner, note("Hm")).await;
                self.done(&self.owner, key, undo(&target)).await;
                ask(Who::Owner, key, undo(&target))
            }
            Rule::HistoryFull | Rule::UndoneTooOften => {
                let (key, noted) = match rule {
                    Rule::HistoryFull => self.full().await,
                    _ => self.undone_often().await,
                };
                ask(Who::Owner, &key, undo(&noted))
            }
            Rule::StaffUnknown => {
                let mobile = format!("97{:08}", self.app.time().as_millis() % 100_000_000);
                staff_member(&self.app, &mobile, "handler", &["training"]).await;
                let id = format!("handler-{mobile}");
                let assign = |staff: &str| json!({ "kind": "assign", "staff": staff });
                let target = if redo {
                    target(&self.owner, assign(&id)).await
                } else {
                    self.done(&self.owner, key, assign(&id)).await;
                    target(&self.owner, assign("")).await
                };
                let gone = self.owner.clone().delete(&format!("/api/staff/{id}")).await;
                assert_eq!(gone.status, 204, "{gone:?}");
                ask(Who::Owner, key, undo(&target))
            }
            Rule::OwnReferral => {
                let own = self.referral_by(&mut self.owner.clone()).await;
                let award = self.done(&self.manager, &own, points("5")).await;
                let target =
                    if redo { self.done(&self.manager, &own, undo(&award)).await } else { award };
                ask(Who::Owner, &own, undo(&target))
            }
            Rule::SecondPersonNeeded => {
                // Ten thousand and one, then five: undoing the five brings back the many.
                command(&mut self.manager.clone(), key, points("10001")).await.value();
                let many = self.done(&self.owner, key, points("10001")).await;
                let target = if redo {
                    self.done(&self.owner, key, undo(&many)).await
                } else {
                    self.done(&self.owner, key, points("5")).await
                };
                ask(Who::Owner, key, undo(&target))
            }
            Rule::ControlCharacters => {
                let target = target(&self.owner, note("Hm")).await;
                ask(Who::Owner, key, json!({ "kind": "undo", "target": target, "note": "\u{1}" }))
            }
            Rule::StageClosed | Rule::StageOpen | Rule::StageUnknown => Err(NO_CHOICE),
            Rule::NotAdmin => Err("– whoever may not award gets not-allowed"),
            Rule::ReferrerNameMissing
            | Rule::ReferrerPhoneMissing
            | Rule::ReferredNameMissing
            | Rule::ReferredPhoneMissing
            | Rule::ServiceMissing
            | Rule::ServiceUnknown
            | Rule::PointsMissing
            | Rule::PointsNotWhole
            | Rule::PointsTooMany
            | Rule::DateUnknown => Err(CHECKED),
            other => Err(self.command(other).await.err().unwrap_or(NOT_SENT)),
        }
    }

    /// A decision on a pair of duplicates that the rule refuses.
    async fn pair(&self, rule: Rule) -> Cell<Answer> {
        let (who, note) = match rule {
            Rule::NotLoggedIn => (Who::Guest, "Why"),
            Rule::NotAllowed => (Who::Handler, "Why"),
            Rule::ReferralGone => (Who::Stranger, "Why"),
            Rule::NoteMissing => (Who::Owner, ""),
            Rule::OwnReferral => (Who::Owner, "Why"),
            Rule::ControlCharacters => (Who::Owner, "\0"),
            Rule::HistoryFull => (Who::Owner, "Why"),
            other => return Err(self.command(other).await.err().unwrap_or(NOT_SENT)),
        };
        let mut keys = Vec::new();
        for place in 0..2 {
            let by = match (rule, place) {
                (Rule::OwnReferral, 0) => &self.owner,
                _ => &self.referrer,
            };
            keys.push(match rule {
                Rule::HistoryFull => self.full().await.0,
                _ => self.referral_by(&mut by.clone()).await,
            });
        }
        let version = |key: String| async move {
            self.app.store.store.referral(&key).await.unwrap().unwrap().version
        };
        let decision = json!({
            "earlier": { "key": keys[0], "version": version(keys[0].clone()).await },
            "later": { "key": keys[1], "version": version(keys[1].clone()).await },
            "credited": "earlier", "note": note,
        });
        Ok(self.of(who).post("/api/duplicates", decision).await)
    }

    /// The values of a form that the rule refuses.
    fn draft(&self, rule: Rule) -> Cell<Value> {
        let mut sent = submission("Asha");
        let (field, text) = match rule {
            Rule::ReferrerNameMissing => ("referrerName", ""),
            Rule::ReferrerPhoneMissing => ("referrerPhone", " "),
            Rule::ReferredNameMissing => ("referredName", ""),
            Rule::ReferredPhoneMissing => ("referredPhone", ""),
            Rule::ServiceMissing => ("service", ""),
            Rule::ServiceUnknown => ("service", "magic"),
            Rule::SelfReferral => ("referredPhone", "+91 90000 00001"),
            Rule::ControlCharacters => ("notes", "\0"),
            Rule::DateUnknown => {
                sent["date"] = json!("98765 43210");
                return Ok(sent);
            }
            Rule::NotLoggedIn | Rule::NotAdmin | Rule::NotAllowed => return Err(GUESTS),
            _ => return Err(NOT_SENT),
        };
        sent["draft"][field] = json!(text);
        Ok(sent)
    }

    async fn submission(&self, rule: Rule) -> Cell<Answer> {
        let sent = self.draft(rule)?;
        Ok(self.app.guest().post("/api/referrals", sent).await)
    }

    async fn form(&self, rule: Rule) -> Cell<Answer> {
        if rule == Rule::DateUnknown {
            return Err("– the server writes the date");
        }
        let sent = self.draft(rule)?;
        let fields = sent["draft"].as_object().unwrap();
        let fields = fields.iter().map(|(name, text)| (name, text.as_str().unwrap()));
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let (mut browser, _dist) = crate::no_script_forms::open(&self.app);
        Ok(browser.post_text("/referral", form).await)
    }

    /// A file with one record that the rule refuses, or the refusal of the whole file.
    async fn import(&self, rule: Rule) -> Cell<()> {
        let whole = match rule {
            Rule::NotLoggedIn => Some((Who::Guest, "{}".to_owned())),
            Rule::NotAdmin => Some((Who::Stranger, "{}".to_owned())),
            Rule::NotAllowed => Some((Who::Auditor, "{}".to_owned())),
            Rule::NotAnExport => Some((Who::Owner, "{}".to_owned())),
            Rule::ExportUnknown => {
                Some((Who::Owner, r#"{"format":"referral-programme","version":2}"#.to_owned()))
            }
            Rule::ImportTooLarge => Some((Who::Owner, "x".repeat(16_777_217))),
            _ => None,
        };
        if let Some((who, text)) = whole {
            let answer = self.of(who).post_text("/api/import", text).await;
            assert_eq!(codes(&answer), [rule.as_str()], "{rule:?} {answer:?}");
            return Ok(());
        }
        let at = self.app.time().as_millis() - 1000;
        let mut record = json!({
            "id": at, "referrerName": "Gita", "referrerMobile": "9000000001",
            "referredName": format!("{rule:?}"), "referredPhone": "044 2345",
            "service": "training", "notes": "", "date": "1/1/2026",
            "status": "Pending", "points": 0,
        });
        let count = match rule {
            Rule::OwnReferral | Rule::SecondPersonNeeded => {
                let is_own = rule == Rule::OwnReferral;
                let (referrer, points) = if is_own { (ADMIN, 5) } else { (MEMBER, 10_001) };
                record["referrerMobile"] = json!(referrer);
                record["history"] =
                    json!([{ "at": at, "saw": 0, "kind": "points", "points": points }]);
                (record["status"], record["points"]) = (json!("Successful"), json!(points));
                record["awardedAt"] = json!(at);
                "denied"
            }
            Rule::HistoryFull => {
                let event = |step| json!({ "at": step, "saw": 0, "kind": "noted", "note": "n" });
                record["history"] = (0..200).map(event).collect();
                "denied"
            }
            Rule::ControlCharacters => {
                record["notes"] = json!("\0");
                "unreadable"
            }
            Rule::DateUnknown => {
                record["date"] = json!("98765 43210");
                "unreadable"
            }
            Rule::ReferralSealed => {
                record["id"] = json!(8_640_000_000_000_000_u64);
                "future"
            }
            Rule::PointsNotWhole | Rule::PointsTooMany | Rule::PointsMissing => {
                record["points"] = json!("1.5");
                "unreadable"
            }
            Rule::ReferrerNameMissing
            | Rule::ReferrerPhoneMissing
            | Rule::ReferredNameMissing
            | Rule::ReferredPhoneMissing
            | Rule::ServiceMissing
            | Rule::ServiceUnknown
            | Rule::SelfReferral => {
                return Err("– a record of the specification’s form is taken as it was submitted");
            }
            _ => return Err(NO_COMMAND),
        };
        let file = json!({
            "format": "referral-programme", "version": 1, "exportedAt": 0,
            "registeredUsers": [], "allReferrals": [record], "unreadableRecords": [],
        });
        // The same checks; an import itself needs the second factor once more.
        let path = "/api/import?preview=true";
        let answer = self.owner.clone().post_text(path, file.to_string()).await;
        assert_eq!(answer.value()[count], 1, "{rule:?} {answer:?}");
        assert_eq!(answer.value()["new"], 0, "{rule:?} {answer:?}");
        Ok(())
    }
}

/// The codes of an answer, or of the only command in it.
fn codes(answer: &Answer) -> Vec<&str> {
    let codes = match answer.body["codes"].as_array() {
        Some(codes) => codes,
        None => answer.body["value"][0]["codes"].as_array().unwrap_or_else(|| panic!("{answer:?}")),
    };
    codes.iter().map(|code| code.as_str().unwrap()).collect()
}
