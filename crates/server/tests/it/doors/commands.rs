//! The commands and undoings that each rule refuses.

use std::time::Duration;

use api::TO_REFERRER_IN_A_DAY;
use domain::event::ConsentAnswer;
use domain::rejection::RejectionCode as Rule;
use serde_json::{Value, json};

use super::house::{House, OFF};
use super::{
    BROWSER, CHECKED, CONTACT, Cell, FILE, LOGIN, NEVER, NO_CHOICE, NOT_SENT, REDEEMING, SAYING,
    SETTINGS, Scene, THEIR_PAGE, Who,
};
use crate::stages::staff_member;
use crate::support::{Browser, MEMBER, OTHER};
use crate::undoing::command;

fn ask(who: Who, key: &str, command: Value) -> Cell<Scene> {
    // Whoever sees no number gets only the id of a key.
    let key = if who == Who::Auditor { &key[..16] } else { key };
    Ok(Scene { who, key: key.to_owned(), command })
}

fn undo(target: &str) -> Value {
    json!({ "kind": "undo", "target": target, "note": "" })
}

pub(super) fn note(note: &str) -> Value {
    json!({ "kind": "note", "note": note })
}

fn points(points: &str) -> Value {
    json!({ "kind": "points", "points": points })
}

fn schedule(kind: &str, due: u64) -> Value {
    json!({ "kind": "schedule", "task": { "kind": kind, "due": due } })
}

fn say(way: &str, words: &str) -> Value {
    json!({ "kind": "say", "way": way, "words": words })
}

fn correct(field: &str, text: &str) -> Value {
    json!({ "kind": "correct", "field": field, "text": text, "note": "A slip" })
}
/// Why nothing that is decided about a stored referral can break a rule; `None` if something can.
pub(super) fn elsewhere(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::MobileMissing
        | Rule::MobileNotDigits
        | Rule::MobileTooShort
        | Rule::MobileTooLong
        | Rule::WrongCode
        | Rule::AlreadyRegistered
        | Rule::NotRegistered => Some(LOGIN),
        Rule::NotAnExport | Rule::ExportUnknown | Rule::ImportTooLarge => Some(FILE),
        Rule::QuarantineFull => Some(BROWSER),
        Rule::NumberOutOfRange
        | Rule::OfficeHours
        | Rule::LabelRefused
        | Rule::SentenceRefused
        | Rule::NoneOffered
        | Rule::ListFull
        | Rule::TemplateRefused
        | Rule::FieldUnknown
        | Rule::TooManyTemplates
        | Rule::RuleId
        | Rule::RuleTwice
        | Rule::RulesTooMany
        | Rule::RuleEmpty
        | Rule::RuleHold
        | Rule::RuleValid
        | Rule::RuleNth
        | Rule::RuleCap
        | Rule::RulePeriod
        | Rule::OfferId
        | Rule::OfferTwice
        | Rule::OfferChanged
        | Rule::OffersTooMany
        | Rule::OfferTitle
        | Rule::OfferText
        | Rule::OfferPoints
        | Rule::OfferPeriod
        | Rule::OfferStock
        | Rule::OfferAmount
        | Rule::AmountUnclear
        | Rule::AmountDecimals => Some(SETTINGS),
        Rule::OfferGone
        | Rule::OfferChangedSince
        | Rule::OfferUsedUp
        | Rule::PointsTooFew
        | Rule::ReferenceTooLong
        | Rule::ReferenceBank
        | Rule::RequestMoved
        | Rule::OwnRequest
        | Rule::AwardedByYou
        | Rule::PointsByHand
        | Rule::BatchByYou
        | Rule::PointsTakenBack
        | Rule::BatchMoved
        | Rule::BatchEmpty
        | Rule::BatchFull
        | Rule::BatchOpen => Some(REDEEMING),
        Rule::WordsMissing
        | Rule::WayUnknown
        | Rule::NoAccount
        | Rule::TextsNotWanted
        | Rule::ReferrerNumberUnclear
        | Rule::SaidTooOften
        | Rule::AlreadySaid => Some(SAYING),
        Rule::ConsentSettled | Rule::AnswerUnknown => Some(THEIR_PAGE),
        Rule::ReferralSealed => Some(NEVER),
        Rule::ContactNameMissing
        | Rule::ContactEmailMissing
        | Rule::ContactEmailInvalid
        | Rule::ContactSubjectMissing
        | Rule::ContactMessageMissing => Some(CONTACT),
        _ => None,
    }
}

impl House {
    /// A command that the rule refuses.
    pub(super) async fn command(&self, rule: Rule) -> Cell<Scene> {
        let key = self.referral().await;
        let key = key.as_str();
        match rule {
            Rule::ReferrerNameMissing | Rule::ReferrerPhoneMissing => Err(NOT_SENT),
            Rule::ReferredNameMissing => ask(Who::Owner, key, correct("referredName", " ")),
            Rule::ReferredPhoneMissing => ask(Who::Owner, key, correct("referredPhone", "")),
            Rule::ServiceMissing => ask(Who::Owner, key, correct("service", "")),
            Rule::ServiceUnknown => ask(Who::Owner, key, correct("service", "magic")),
            Rule::ServiceNotOffered => ask(Who::Owner, key, correct("service", OFF)),
            Rule::PointsMissing => ask(Who::Owner, key, points(" ")),
            Rule::PointsNotWhole => ask(Who::Owner, key, points("1.5")),
            Rule::PointsTooMany => ask(Who::Owner, key, points("9007199254740992")),
            Rule::NotAdmin => ask(Who::Referrer, key, points("5")),
            Rule::NotLoggedIn => ask(Who::Guest, key, json!({ "kind": "finish" })),
            Rule::ReferralGone => ask(Who::Owner, "none", json!({ "kind": "propose" })),
            Rule::NotAllowed => ask(Who::Auditor, key, json!({ "kind": "withdraw" })),
            Rule::StageClosed => {
                let decline = json!({ "kind": "decline", "reason": "no-answer" });
                self.done(&self.owner, key, decline.clone()).await;
                ask(Who::Owner, key, decline)
            }
            Rule::ReasonUnknown => {
                ask(Who::Owner, key, json!({ "kind": "decline", "reason": "magic" }))
            }
            Rule::CallOutcomeUnknown => {
                ask(Who::Owner, key, json!({ "kind": "call", "outcome": "sung" }))
            }
            Rule::TaskUnknown => ask(Who::Owner, key, schedule("sing", u64::MAX >> 12)),
            Rule::TaskTime => ask(Who::Owner, key, schedule("call", 1)),
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
            Rule::ControlCharacters => {
                ask(Who::Owner, key, json!({ "kind": "say-who", "says": true, "note": "\0" }))
            }
            Rule::WordsMissing => ask(Who::Owner, key, say("whatsapp", " ")),
            Rule::WayUnknown => ask(Who::Owner, key, say("pigeon", "Hello")),
            Rule::TextsNotWanted => ask(Who::Owner, key, say("text", "Hello")),
            Rule::NoAccount => {
                ask(Who::Owner, &self.referral_of_guest("98400 12345").await, say("text", "Hello"))
            }
            Rule::ReferrerNumberUnclear => {
                let key = self.referral_of_guest("at the desk").await;
                ask(Who::Owner, &key, say("whatsapp", "Hello"))
            }
            Rule::SaidTooOften => {
                for _ in 0..TO_REFERRER_IN_A_DAY {
                    self.done(&self.owner, key, say("whatsapp", "Hello")).await;
                }
                ask(Who::Owner, key, say("whatsapp", "Hello"))
            }
            Rule::AlreadySaid => {
                let said = self.done(&self.owner, key, say("whatsapp", "Hello")).await;
                ask(Who::Owner, key, undo(&said))
            }
            Rule::ConsentRefused => {
                let key = self.answered(ConsentAnswer::Refused).await.0;
                ask(Who::Owner, &key, json!({ "kind": "note-agreement", "note": "They called" }))
            }
            Rule::AnswerStays => {
                let (key, answer) = self.answered(ConsentAnswer::Agreed).await;
                ask(Who::Owner, &key, undo(&answer))
            }
            _ => Err(elsewhere(rule).unwrap_or_else(|| panic!("{rule:?} needs a command"))),
        }
    }

    /// An undoing that the rule refuses, or a restoring.
    pub(super) async fn undoing(&self, rule: Rule, redo: bool) -> Cell<Scene> {
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
                    Rule::NotAllowed => Who::Coordinator,
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
                staff_member(&self.app, &mobile, "coordinator", &["training"]).await;
                let id = format!("coordinator-{mobile}");
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
                let target = if redo {
                    self.done(&self.manager, &own, undo(&award)).await
                } else {
                    // Undoing it brings back the five.
                    self.done(&self.manager, &own, points("4")).await
                };
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
            Rule::AlreadySaid if redo => Err("– what cannot be undone is not restored either"),
            Rule::AlreadySaid => {
                let said = target(&self.owner, say("whatsapp", "Hello")).await;
                ask(Who::Owner, key, undo(&said))
            }
            Rule::ConsentRefused => {
                let key = self.referral().await;
                let correct = correct("referredPhone", "044 2346");
                let mut target = self.done(&self.owner, &key, correct).await;
                if redo {
                    target = self.done(&self.owner, &key, undo(&target)).await;
                }
                self.answer(&key, ConsentAnswer::Refused).await;
                ask(Who::Owner, &key, undo(&target))
            }
            Rule::AnswerStays if redo => Err("– what cannot be undone is not restored either"),
            Rule::AnswerStays => {
                let (key, answer) = self.answered(ConsentAnswer::Agreed).await;
                ask(Who::Owner, &key, undo(&answer))
            }
            Rule::StageClosed | Rule::StageOpen | Rule::StageUnknown => Err(NO_CHOICE),
            Rule::NotAdmin => Err("– whoever may not award gets not-allowed"),
            Rule::ReferrerNameMissing
            | Rule::ReferrerPhoneMissing
            | Rule::ReferredNameMissing
            | Rule::ReferredPhoneMissing
            | Rule::ServiceMissing
            | Rule::ServiceUnknown
            | Rule::ServiceNotOffered
            | Rule::PointsMissing
            | Rule::PointsNotWhole
            | Rule::PointsTooMany
            | Rule::CallOutcomeUnknown
            | Rule::TaskUnknown
            | Rule::TaskTime
            | Rule::ReasonUnknown => Err(CHECKED),
            _ => Err(elsewhere(rule).unwrap_or_else(|| panic!("{rule:?} needs an undoing"))),
        }
    }
}
