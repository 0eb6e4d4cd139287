//! Files of an import with what each rule refuses.

use domain::history::event_id;
use domain::limits::UNDOS_BY_ONE_MAX;
use domain::rejection::RejectionCode as Rule;
use serde_json::json;

use super::commands::elsewhere;
use super::house::House;
use super::{Cell, NO_COMMAND, Who, codes};
use crate::support::{ADMIN, MEMBER};

impl House {
    /// A file with one record that the rule refuses, or the refusal of the whole file.
    pub(super) async fn import(&self, rule: Rule) -> Cell<()> {
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
                let event =
                    |step| json!({ "at": at + step, "saw": 0, "kind": "noted", "note": "n" });
                record["history"] = (0..200).map(event).collect();
                "denied"
            }
            Rule::SelfReferral => {
                record["referredPhone"] = json!("+91 90000 00001");
                "denied"
            }
            Rule::UndoneTooOften => {
                let undone = |step| {
                    json!({ "at": at - 50 + step, "saw": 0, "kind": "undone",
                        "target": "0000000000000000" })
                };
                record["history"] = (0..=UNDOS_BY_ONE_MAX as u64).map(undone).collect();
                "denied"
            }
            Rule::AlreadySaid => {
                let said = json!({ "at": at, "saw": 0, "kind": "said", "way": "text",
                    "text": "Hello" });
                let target = event_id(&said.to_string());
                let undone = json!({ "at": at + 1, "saw": 1, "kind": "undone", "target": target });
                record["history"] = json!([said, undone]);
                "denied"
            }
            Rule::AnswerStays => {
                let agreed = json!({ "at": at, "saw": 0, "by": "referred", "kind": "consent",
                    "answer": "agreed", "way": "page", "text": 1 });
                let target = event_id(&agreed.to_string());
                let undone = json!({ "at": at + 1, "saw": 1, "kind": "undone", "target": target });
                record["history"] = json!([agreed, undone]);
                "denied"
            }
            Rule::ConsentRefused => {
                return Err(
                    "– a new record goes past nothing; `pipeline::consent` has a copy of one that is here",
                );
            }
            Rule::ControlCharacters => {
                record["notes"] = json!("\0");
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
            | Rule::ServiceNotOffered => {
                return Err("– a record of the specification’s form is taken as it was submitted");
            }
            Rule::ReferralGone
            | Rule::StageClosed
            | Rule::StageOpen
            | Rule::StageUnknown
            | Rule::StaffUnknown
            | Rule::TooLate
            | Rule::NoteMissing
            | Rule::EventGone
            | Rule::CallOutcomeUnknown
            | Rule::TaskUnknown
            | Rule::TaskTime
            | Rule::ReasonUnknown => return Err(NO_COMMAND),
            _ => {
                return Err(elsewhere(rule).unwrap_or_else(|| panic!("{rule:?} needs a file")));
            }
        };
        let file = json!({
            "format": "referral-programme", "version": 1, "exportedAt": 0,
            "registeredUsers": [], "allReferrals": [record], "unreadableRecords": [],
        });
        // The same checks, and nothing to clear away.
        let answer = self.preview(file).await;
        assert_eq!(answer.value()[count], 1, "{rule:?} {answer:?}");
        assert_eq!(answer.value()["new"], 0, "{rule:?} {answer:?}");
        Ok(())
    }
}
