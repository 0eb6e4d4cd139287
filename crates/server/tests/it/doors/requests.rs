//! What is sent to other addresses than a referral's: pairs of duplicates, submissions and the form
//! without scripts.

use domain::rejection::RejectionCode as Rule;
use serde_json::{Value, json};

use super::commands::elsewhere;
use super::house::{House, OFF};
use super::{Cell, GUESTS, NOT_SENT, PROVED, Who, codes};
use crate::links;
use crate::programme::switch_off;
use crate::support::{ADMIN, Answer, Browser, MEMBER, TestApp, submission, with_frames};

impl House {
    /// A decision on a pair of duplicates that the rule refuses.
    pub(super) async fn pair(&self, rule: Rule) -> Cell<Answer> {
        let (who, note) = match rule {
            Rule::NotLoggedIn => (Who::Guest, "Why"),
            Rule::NotAllowed => (Who::Coordinator, "Why"),
            Rule::ReferralGone => (Who::Stranger, "Why"),
            Rule::NoteMissing => (Who::Owner, ""),
            Rule::OwnReferral => (Who::Owner, "Why"),
            Rule::ControlCharacters => (Who::Owner, "\0"),
            Rule::HistoryFull => (Who::Owner, "Why"),
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
            | Rule::NotAdmin
            | Rule::StageClosed
            | Rule::StageOpen
            | Rule::StageUnknown
            | Rule::StaffUnknown
            | Rule::TooLate
            | Rule::SelfReferral
            | Rule::EventGone
            | Rule::UndoneTooOften
            | Rule::CallOutcomeUnknown
            | Rule::TaskUnknown
            | Rule::TaskTime
            | Rule::ReasonUnknown
            | Rule::SecondPersonNeeded
            | Rule::ConsentRefused
            | Rule::AnswerStays => return Err(NOT_SENT),
            _ => {
                return Err(elsewhere(rule).unwrap_or_else(|| panic!("{rule:?} needs a pair")));
            }
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
        let one = self.of(who).post("/api/duplicates", decision.clone()).await;
        // The same together with others, as the console decides several.
        let many = json!({ "decisions": [decision] });
        let many = self.of(who).post("/api/duplicates/decisions", many).await;
        assert_eq!(codes(&many), codes(&one), "{rule:?}");
        Ok(one)
    }

    /// The values of a form that the rule refuses.
    pub(super) fn draft(&self, rule: Rule) -> Cell<Value> {
        let mut sent = submission("Asha");
        let (field, text) = match rule {
            Rule::ReferrerNameMissing => ("referrerName", ""),
            Rule::ReferrerPhoneMissing => ("referrerPhone", " "),
            Rule::ReferredNameMissing => ("referredName", ""),
            Rule::ReferredPhoneMissing => ("referredPhone", ""),
            Rule::ServiceMissing => ("service", ""),
            Rule::ServiceUnknown => ("service", "magic"),
            Rule::ServiceNotOffered => ("service", OFF),
            Rule::SelfReferral => ("referredPhone", "+91 90000 00001"),
            Rule::ControlCharacters => ("notes", "\0"),
            Rule::NotLoggedIn | Rule::NotAdmin | Rule::NotAllowed => return Err(GUESTS),
            Rule::PointsMissing
            | Rule::PointsNotWhole
            | Rule::PointsTooMany
            | Rule::ReferralGone
            | Rule::StageClosed
            | Rule::StageOpen
            | Rule::StageUnknown
            | Rule::HistoryFull
            | Rule::StaffUnknown
            | Rule::TooLate
            | Rule::NoteMissing
            | Rule::EventGone
            | Rule::UndoneTooOften
            | Rule::OwnReferral
            | Rule::CallOutcomeUnknown
            | Rule::TaskUnknown
            | Rule::TaskTime
            | Rule::ReasonUnknown
            | Rule::SecondPersonNeeded
            | Rule::ConsentRefused
            | Rule::AnswerStays => return Err(NOT_SENT),
            _ => {
                return Err(elsewhere(rule).unwrap_or_else(|| panic!("{rule:?} needs a form")));
            }
        };
        sent["draft"][field] = json!(text);
        Ok(sent)
    }

    pub(super) async fn submission(&self, rule: Rule) -> Cell<Answer> {
        let sent = self.draft(rule)?;
        Ok(self.app.guest().post("/api/referrals", sent).await)
    }

    /// A row of a spreadsheet that the rule refuses, or the refusal of them all.
    pub(super) async fn spreadsheet(&self, rule: Rule) -> Cell<()> {
        let who = match rule {
            Rule::NotLoggedIn => Who::Guest,
            Rule::NotAdmin => Who::Stranger,
            Rule::NotAllowed => Who::Auditor,
            _ => Who::Owner,
        };
        let row = match rule {
            Rule::OwnReferral => {
                let mut own = submission("Asha")["draft"].clone();
                own["referrerPhone"] = json!(ADMIN);
                own
            }
            _ if who != Who::Owner => submission("Asha")["draft"].clone(),
            _ => self.draft(rule)?["draft"].clone(),
        };
        let sheet = json!({ "rows": [row] });
        if who == Who::Owner {
            // Importing needs a recent second factor, which the owner's is no more after some rules.
            let app = TestApp::new().await;
            let mut owner = app.admin().await;
            switch_off(&mut owner, OFF).await;
            row_is_refused(&mut owner, &sheet, rule).await;
        } else {
            for path in ["/api/spreadsheets/check", "/api/spreadsheets"] {
                let answer = self.of(who).post(path, sheet.clone()).await;
                assert_eq!(codes(&answer), [rule.as_str()], "{rule:?} {path} {answer:?}");
            }
        }
        Ok(())
    }

    pub(super) async fn form(&self, rule: Rule) -> Cell<Answer> {
        let sent = self.draft(rule)?;
        let fields = sent["draft"].as_object().unwrap();
        let fields = fields.iter().map(|(name, text)| (name, text.as_str().unwrap()));
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let mut browser = crate::no_script_forms::open(&self.app);
        Ok(browser.post_text("/referral", form).await)
    }
}

impl House {
    /// What somebody sends who has opened the referrer's link, until it is refused.
    pub(super) async fn link(&self, rule: Rule) -> Cell<Answer> {
        let draft = self.draft(rule)?["draft"].clone();
        let mobile = match rule {
            Rule::ReferrerNameMissing | Rule::ReferrerPhoneMissing | Rule::ReferredPhoneMissing => {
                return Err(PROVED);
            }
            Rule::SelfReferral => MEMBER,
            _ => "9000000061",
        };
        let text = |name: &str| draft[name].as_str().unwrap();
        let typed = ["referredName", "service", "notes"].map(|name| (name, text(name)));
        let sent = links::wish(mobile, &typed);
        let path = links::make(&mut self.referrer.clone(), "").await;
        let mut browser = with_frames(&self.app);
        let mut answer = links::post(&mut browser, &path, &sent).await;
        if answer.status == 200 {
            let sent = links::go_on(&self.app, &answer, &sent);
            answer = links::post(&mut browser, &path, &sent).await;
        }
        Ok(answer)
    }
}

/// The only row of a sheet is refused when it is checked and when it is imported.
pub(super) async fn row_is_refused(owner: &mut Browser, sheet: &Value, rule: Rule) {
    let checked = owner.post("/api/spreadsheets/check", sheet.clone()).await;
    let refusals = &checked.value()["rows"][0]["refusals"];
    assert_eq!(refusals[0]["code"], rule.as_str(), "{rule:?} {checked:?}");
    let imported = owner.post("/api/spreadsheets", sheet.clone()).await;
    let refused = json!([{ "row": 0, "codes": [rule.as_str()] }]);
    assert_eq!(imported.value()["refused"], refused, "{imported:?}");
}
