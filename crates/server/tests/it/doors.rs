//! One rule, all doors: for each rule that can refuse a decision and each way in, either a request
//! that is refused by it, or the reason why that way cannot break it.
//!
//! The table is generated from the lists of codes and commands in the code: it fails for a new one
//! without a row, and when there are fewer refusals than before. The output has the table (`cargo test -p server --test it -- doors
//! --nocapture`).

use std::collections::BTreeSet;

use api::ReferralCommand;
use domain::rejection::RejectionCode as Rule;
use serde_json::{Value, json};

use crate::stages::give;
use crate::support::Answer;

mod commands;
mod house;
mod imports;
mod requests;
mod rivals;

use house::House;

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
    Link,
    Import,
    Spreadsheet,
    Erasure,
    CommandLine,
}

const DOORS: [Door; 14] = [
    Door::Command,
    Door::Batch,
    Door::Token,
    Door::Undo,
    Door::Redo,
    Door::Points,
    Door::Duplicates,
    Door::Submission,
    Door::Form,
    Door::Link,
    Door::Import,
    Door::Spreadsheet,
    Door::Erasure,
    Door::CommandLine,
];

/// Who knocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Owner,
    Coordinator,
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
    // Fewer would be a rule that a door no longer asks.
    assert_eq!(refused, 207, "the number of refusals, above");
    let all: BTreeSet<_> = samples().iter().map(kind).collect();
    assert_eq!(commands, all, "each command is refused somewhere");
}

/// The rule against deciding in one's own favour has two halves: one's own referral, as above, and the
/// other referrals of the same person.
#[tokio::test]
async fn every_door_refuses_a_decision_on_a_rival_of_ones_own_referral() {
    let house = House::new().await;
    let mut refused = 0;
    for door in DOORS {
        let cell = house.rival(door).await;
        println!(
            "{:<24} {:<12} {}",
            "own-referral (rival)",
            format!("{door:?}"),
            match cell {
                Ok(()) => "refused",
                Err(why) => why,
            }
        );
        refused += usize::from(cell.is_ok());
    }
    assert_eq!(refused, 10, "the number of refusals, above");
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
        r#"{"kind":"call","outcome":"reached"}"#,
        r#"{"kind":"schedule","task":{"kind":"call","due":1}}"#,
        r#"{"kind":"finish"}"#,
        r#"{"kind":"propose"}"#,
        r#"{"kind":"say","way":"text","words":""}"#,
        r#"{"kind":"note-agreement","note":""}"#,
        r#"{"kind":"say-who","says":true}"#,
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
        ReferralCommand::Call { .. } => "call",
        ReferralCommand::Schedule { .. } => "schedule",
        ReferralCommand::Finish { .. } => "finish",
        ReferralCommand::Propose { .. } => "propose",
        ReferralCommand::Say { .. } => "say",
        ReferralCommand::NoteAgreement { .. } => "note-agreement",
        ReferralCommand::SayWho { .. } => "say-who",
    }
    .to_owned()
}

const CHECKED: &str = "– what comes back was checked when it was written";
const NO_CHOICE: &str = "– nobody chooses a stage here: closing and reopening need their rights";
const NO_COMMAND: &str = "– it gives no command; what it awards is asked";
const NOT_SENT: &str = "– it sends nothing of the kind";
const SAYING: &str = "– only a command says something to a referrer";
const THEIR_PAGE: &str = "– only the person who was referred answers, on their page";
const SETTINGS: &str = "– of the programme’s settings, which are no referral";
const REDEEMING: &str = "– of exchanging points, which changes no referral";
const LOGIN: &str = "– asked at login, before anything can be done here";
const CONTACT: &str = "– of the contact form";
const FILE: &str = "– of the file of an import";
const BROWSER: &str = "– of a browser’s storage";
const NEVER: &str = "– nothing of the last instant can get in";
const OWNERS: &str = "– tokens are made by owners, whom this rule does not refuse";
const PROVED: &str = "– its number is proved, and its owner is whoever made the link";
const GUESTS: &str = "– its senders count as guests, whom this rule does not refuse";

impl House {
    /// Sends what the rule refuses, and checks that it does.
    async fn knock(&self, rule: Rule, door: Door, commands: &mut BTreeSet<String>) -> Cell<()> {
        let answer = match door {
            Door::Command | Door::Batch | Door::Token | Door::Points => {
                let Scene { who, key, command } = self.command(rule).await?;
                commands.insert(command["kind"].as_str().unwrap().to_owned());
                let command = match (rule, door) {
                    // This rule's own command is another one, so that each is refused somewhere.
                    (Rule::ControlCharacters, Door::Points) => {
                        json!({ "kind": "points", "points": "\0" })
                    }
                    _ => command,
                };
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
            Door::Link => self.link(rule).await?,
            Door::Import => return self.import(rule).await,
            Door::Spreadsheet => return self.spreadsheet(rule).await,
            Door::Erasure => {
                return Err("– it gives no command; what it deletes is asked for a rival");
            }
            Door::CommandLine => return Err("– no command of the server changes a referral"),
        };
        match door {
            Door::Form | Door::Link => {
                // Behind a link people type about themselves.
                let hint = match (door, rule) {
                    (Door::Link, Rule::ReferredNameMissing) => "Enter your name.",
                    (Door::Link, Rule::SelfReferral) => "This link is yours.",
                    _ => rule.words().hint,
                };
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
}

/// The codes of an answer, or of the only command in it.
fn codes(answer: &Answer) -> Vec<&str> {
    let codes = match answer.body["codes"].as_array() {
        Some(codes) => codes,
        None => answer.body["value"][0]["codes"].as_array().unwrap_or_else(|| panic!("{answer:?}")),
    };
    codes.iter().map(|code| code.as_str().unwrap()).collect()
}
