//! Rules as sentences, for whoever sets them and whoever reads how the programme works.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::calendar::Quarter;
use super::catalogue::Offer;
use super::leaderboard::Leader;
use super::rulebook::{Cap, CapPeriod, Nth, Receiver, Rule, Rules};
use super::suggestion::Cut;
use crate::pipeline::ProgrammeSettings;
use crate::say::{Say, Value};
use crate::service::StoredService;

/// A sentence, and the list that it introduces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The sentence, or several.
    pub text: String,
    /// The list; may be empty.
    pub list: Vec<String>,
    /// Whether its order says something.
    pub ordered: bool,
}

/// What visitors read about points: how they are earned by these rules, what of the catalogue, as sentences, they
/// can be exchanged for, and who has earned most in the quarter. Nothing, before anybody has published rules or a
/// catalogue (`None`), as long as nobody is named.
pub fn explain(
    rules: Vec<String>,
    offers: Option<Vec<String>>,
    quarter: Quarter,
    leaders: &[Leader],
    words: &dyn Say,
) -> Vec<Explanation> {
    if rules.is_empty() && offers.is_none() && leaders.is_empty() {
        return Vec::new();
    }
    let earned = if rules.is_empty() { "explain-no-rules" } else { "explain-rules" };
    let offers = offers.unwrap_or_default();
    let exchanged = if offers.is_empty() { "explain-no-offers" } else { "explain-offers" };
    let said = |id, list| Explanation { text: words.say(id, &[]), list, ordered: false };
    let mut all =
        vec![said(earned, rules), said(exchanged, offers), said("explain-no-money", Vec::new())];
    if !leaders.is_empty() {
        let quarter = quarter.words(words);
        let text = words.say("explain-leaders", &[("quarter", Value::Part(&quarter))]);
        let list = leaders.iter().map(|leader| leader.sentence(words)).collect();
        all.push(Explanation { text, list, ordered: true });
    }
    all
}

impl Leader {
    /// The name and the points. The name is set apart, so that one from right to left moves no others.
    fn sentence(&self, words: &dyn Say) -> String {
        format!("\u{2068}{}\u{2069} · {}", self.name, points(self.points, words))
    }
}

impl Offer {
    /// What it is and costs, such as `Gift voucher · 500 points · until 31 January 2027 · 3 left`; `left` is
    /// how many are left, if there is an end to them.
    pub fn sentence(&self, left: Option<u64>, words: &dyn Say) -> String {
        let mut parts = [self.title.clone(), points(self.points, words)].to_vec();
        parts.extend(self.amount.map(|amount| {
            words.say("offer-worth", &[("amount", Value::Text(&amount.words(words)))])
        }));
        let [from, until] = [self.from, self.until].map(|day| day.map(|day| day.words(words)));
        parts.extend(match (&from, &until) {
            (Some(from), Some(until)) => {
                let days = [("from", Value::Part(from)), ("until", Value::Part(until))];
                Some(words.say("offer-from-until", &days))
            }
            (Some(from), None) => Some(words.say("offer-from", &[("from", Value::Part(from))])),
            (None, Some(until)) => Some(words.say("offer-until", &[("until", Value::Part(until))])),
            (None, None) => None,
        });
        parts.extend(left.map(|left| words.say("offer-left", &[("left", Value::Number(left))])));
        parts.join(" · ")
    }
}

impl Rule {
    /// What the rule says, such as `HR Recruitment: 500 points for the referrer when the referral is
    /// successful, held for 90 days.`
    pub fn sentence(&self, programme: &ProgrammeSettings, words: &dyn Say) -> String {
        let service = match self.service.clone().map(StoredService::from) {
            Some(service) => words.service(service.value(), programme.service_label(&service)),
            None => words.say("rule-every-service", &[]),
        };
        let mut sentences = if let (true, Some(cap)) = (self.is_limit(), self.cap) {
            let to = match self.to {
                Receiver::Referrer => "referrer",
                Receiver::Referred => "referred",
            };
            let (service, most) = (Value::Text(&service), most(cap, words));
            let values =
                [("service", service), ("most", Value::Part(&most)), ("to", Value::Part(to))];
            vec![words.say("rule-limit", &values)]
        } else {
            self.gift(&service, words)
        };
        let [from, until] = [self.from, self.until].map(|day| day.map(|day| day.words(words)));
        sentences.extend(match (&from, &until) {
            (Some(from), Some(until)) if from == until => {
                Some(words.say("rule-on", &[("day", Value::Part(from))]))
            }
            (Some(from), Some(until)) => {
                let days = [("from", Value::Part(from)), ("until", Value::Part(until))];
                Some(words.say("rule-from-until", &days))
            }
            (Some(from), None) => Some(words.say("rule-from", &[("from", Value::Part(from))])),
            (None, Some(until)) => Some(words.say("rule-until", &[("until", Value::Part(until))])),
            (None, None) => None,
        });
        sentences.join(" ")
    }

    fn gift(&self, service: &str, words: &dyn Say) -> Vec<String> {
        let id = match self.to {
            Receiver::Referrer => "rule-for-referrer",
            Receiver::Referred => "rule-for-referred",
        };
        let which = self.nth.map(|nth| which(nth, words)).unwrap_or_default();
        let days = [("days", Value::Number(self.hold_days.into()))];
        let held = if self.hold_days == 0 { String::new() } else { words.say("rule-held", &days) };
        let valid = if held.is_empty() { "rule-valid" } else { "rule-then-valid" };
        let months = self.valid_months.map(|months| [("months", Value::Number(months.into()))]);
        let valid = months.map(|months| words.say(valid, &months)).unwrap_or_default();
        let given = words.say(
            id,
            &[
                ("service", Value::Text(service)),
                ("points", Value::Part(&points(self.gives, words))),
                ("which", Value::Part(&which)),
                ("held", Value::Part(&held)),
                ("valid", Value::Part(&valid)),
            ],
        );
        let cap = self.cap.map(|cap| {
            let most = most(cap, words);
            words.say("rule-cap", &[("most", Value::Part(&most))])
        });
        [given].into_iter().chain(cap).collect()
    }
}

impl Rules {
    /// What each rule says.
    pub fn sentences(&self, programme: &ProgrammeSettings, words: &dyn Say) -> Vec<String> {
        self.all().iter().map(|rule| rule.sentence(programme, words)).collect()
    }
}

impl Cut {
    /// Why points were cut, such as `250 points less, because of the rule most-a-year.`
    pub fn sentence(&self, words: &dyn Say) -> String {
        let points = points(self.points, words);
        words.say("cut", &[("points", Value::Part(&points)), ("rule", Value::Text(&self.rule))])
    }
}

fn most(Cap { per, points: number }: Cap, words: &dyn Say) -> String {
    let period = match per {
        CapPeriod::Month => "month",
        CapPeriod::Year => "year",
        CapPeriod::Ever => "ever",
    };
    let points = points(number, words);
    words.say("most", &[("points", Value::Part(&points)), ("period", Value::Part(period))])
}

fn which(Nth { from, to }: Nth, words: &dyn Say) -> String {
    let first = words.ordinal(from.into());
    let first = ("from", Value::Part(&first));
    match to {
        None if from <= 1 => words.say("rule-every-success", &[]),
        None => words.say("rule-from-success", &[first]),
        Some(to) if to == from => words.say("rule-one-success", &[first]),
        Some(to) => {
            let last = words.ordinal(to.into());
            words.say("rule-some-successes", &[first, ("to", Value::Part(&last))])
        }
    }
}

/// So many points, such as `500 points`.
pub(super) fn points(number: u64, words: &dyn Say) -> String {
    words.say("points", &[("points", Value::Number(number))])
}
